import { useFolder } from "#features/study/use-folders.ts";
import { FolderFace } from "#ui/folder-face.tsx";

/** The face of a card's folder, with its name in a session of several folders. */
export function StudyFolder({ folderId, named }: { folderId: number; named: boolean }) {
  const folder = useFolder(folderId);
  if (!folder) return null;
  return (
    <>
      <FolderFace face={folder} size="sm" />
      {named && <span className="min-w-0 truncate">{folder.name}</span>}
    </>
  );
}
