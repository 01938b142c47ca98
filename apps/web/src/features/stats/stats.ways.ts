import { CalendarClock, ChartLine, FileUp, type LucideIcon } from "lucide-react";
import { paths } from "#paths.ts";

/** The screens that the main navigation does not name: in the sidebar, and on phones above the folders of Home. */
export const ways: readonly { href: string; label: string; Icon: LucideIcon }[] = [
  { href: paths.progress(), label: "Progreso", Icon: ChartLine },
  { href: paths.exams(), label: "Exámenes", Icon: CalendarClock },
  { href: paths.import(), label: "Importar", Icon: FileUp },
];
