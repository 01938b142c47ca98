import { useLost } from "#features/device/use-lost.ts";
import { useUser } from "#features/session/use-session.ts";
import { useLateComponent } from "#lib/use-late-component.ts";

const loadLostNotice = () => import("#features/device/components/lost-notice.tsx").then(({ LostNotice }) => LostNotice);

/** Says until it is dismissed what this device had to give up of the user's unsent work. Renders nothing if there is nothing. */
export function LostLine() {
  const { id } = useUser();
  const { lost, reload } = useLost(id);
  const LostNotice = useLateComponent(lost !== null, loadLostNotice);
  return lost && LostNotice ? <LostNotice userId={id} lost={lost} onSeen={reload} /> : null;
}
