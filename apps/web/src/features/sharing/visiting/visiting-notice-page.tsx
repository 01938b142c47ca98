import { Link2Off } from "lucide-react";
import { paths } from "#paths.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { EmptyState } from "#ui/empty-state.tsx";

/** The page in place of a link's. The server puts its words in. */
export default function VisitingNoticePage() {
  return (
    <EmptyState
      level={1}
      icon={<Link2Off />}
      title="%TITLE%"
      text="%TEXT%"
      action={<ButtonLink href={paths.home()}>Ir al inicio</ButtonLink>}
    />
  );
}
