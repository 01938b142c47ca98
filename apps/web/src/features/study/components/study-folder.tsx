import { useFolder } from "#features/study/use-folders.ts";
import { FolderFace } from "#ui/folder-face.tsx";

/** The folder of the card that is asked. */
export function StudyFolder({ folderId }: { folderId: number }) {
  const folder = useFolder(folderId);
  if (!folder) return null;
  return (
    <>
      <FolderFace face={folder} size="sm" />
      <span className="min-w-0 truncate">{folder.name}</span>
    </>
  );
}
