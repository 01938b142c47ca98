import { CircleCheckBig } from "lucide-react";
import { sessionTitles } from "#features/study/study.wording.ts";
import { useWaitingNote } from "#features/study/use-waiting-note.ts";
import { usePageTitle } from "#lib/page-title.ts";
import { counted, formatCount } from "#lib/plural.ts";
import { paths } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { EmptyState } from "#ui/empty-state.tsx";

type NothingDueProps = {
  folderId: number | null;
  /** True if the session is about the weakest cards of an exam. */
  isOfExam: boolean;
  /** The number of cards that can be practised. */
  practice: number;
  /** True if these cards are all new, and wait for their day. */
  areNew: boolean;
  backHref: string;
  onPractise: () => void;
};

/** Offers practice instead of starting it, because a student who came for today's reviews did not ask for it. */
export default function NothingDue({ folderId, isOfExam, practice, areNew, backHref, onPractise }: NothingDueProps) {
  usePageTitle(practice > 0 ? sessionTitles.practice : sessionTitles.study);
  const waiting = useWaitingNote(folderId);
  const texts = [waiting, practice > 0 && formatPracticeOffer(practice, areNew)].filter(Boolean);
  return (
    <EmptyState
      level={1}
      icon={<CircleCheckBig />}
      title="No hay cartas para revisar"
      text={texts.length > 0 ? `${texts.join(". ")}.` : undefined}
      action={
        <div className="flex flex-col gap-2">
          <ButtonLink href={backHref}>{isOfExam ? "Volver al examen" : "Ir al panel"}</ButtonLink>
          {practice > 0 && (
            <Button variant="outline" onClick={onPractise}>
              Practicar de todos modos
            </Button>
          )}
          {waiting && (
            <ButtonLink href={`${paths.settingsStudy()}#cartas-nuevas`} variant="ghost">
              Cambiar el ritmo
            </ButtonLink>
          )}
        </div>
      }
    />
  );
}

function formatPracticeOffer(cards: number, areNew: boolean): string {
  if (areNew) return `Puedes adelantar ${formatCount(cards)} hoy`;
  const them = cards === 1 ? "acertarla" : "acertarlas";
  return `Una sesión de práctica pregunta ${counted(cards, "carta", "cartas")} de la carpeta, y ${them} no adelanta su repaso`;
}
