import { CalendarX, ClipboardX, FileX, FolderX, UserRoundX } from "lucide-react";
import { usePageTitle } from "#lib/page-title.ts";
import { paths } from "#paths.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { EmptyState } from "#ui/empty-state.tsx";

const toFolders = <ButtonLink href={paths.folders()}>Volver a Carpetas</ButtonLink>;

const missing = {
  card: {
    pageTitle: "Carta no encontrada",
    icon: <FileX />,
    title: "Esta carta ya no existe",
    text: "Puede que la hayas eliminado, o con ella su carpeta. Tu racha y tu actividad no cambian.",
    action: <ButtonLink href={paths.folders()}>Ir a Carpetas</ButtonLink>,
  },
  folder: {
    pageTitle: "Carpeta no encontrada",
    icon: <FolderX />,
    title: "Esta carpeta no existe",
    text: "Puede que la hayas eliminado o que el enlace esté mal escrito.",
    action: toFolders,
  },
  quiz: {
    pageTitle: "Test no encontrado",
    icon: <ClipboardX />,
    title: "Este test no existe",
    text: "Puede que lo hayas eliminado o que el enlace esté mal escrito.",
    action: toFolders,
  },
  class: {
    pageTitle: "Clase no encontrada",
    icon: <UserRoundX />,
    title: "Esta clase no existe",
    text: "Puede que haya terminado, o que ya no estés en ella. Tus cartas siguen en tus carpetas.",
    action: <ButtonLink href={paths.classes()}>Volver a Clases</ButtonLink>,
  },
  assignment: {
    pageTitle: "Tarea no encontrada",
    icon: <ClipboardX />,
    title: "Esta tarea no existe",
    text: "Puede que la hayan eliminado. Tus cartas siguen en tus carpetas.",
    action: <ButtonLink href={paths.classes()}>Volver a Clases</ButtonLink>,
  },
  exam: {
    pageTitle: "Examen no encontrado",
    icon: <CalendarX />,
    title: "Este examen no existe",
    text: "Puede que lo hayas eliminado o que el enlace esté mal escrito.",
    action: <ButtonLink href={paths.exams()}>Volver a Exámenes</ButtonLink>,
  },
};

/** The whole screen of something that does not exist, or no longer. */
export function MissingState({ of }: { of: keyof typeof missing }) {
  const { pageTitle, ...state } = missing[of];
  usePageTitle(pageTitle);
  return <EmptyState level={1} {...state} />;
}
