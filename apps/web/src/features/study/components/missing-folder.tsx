import { FolderX } from "lucide-react";
import { paths } from "#paths.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { EmptyState } from "#ui/empty-state.tsx";

export default function MissingFolder() {
  return (
    <EmptyState
      level={1}
      icon={<FolderX />}
      title="La carpeta no existe"
      text="Puede que la hayas eliminado."
      action={<ButtonLink href={paths.folders()}>Ver mis carpetas</ButtonLink>}
    />
  );
}
