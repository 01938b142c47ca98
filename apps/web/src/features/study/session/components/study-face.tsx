import { useStudiedFolder } from "#features/study/use-studied-folder.ts";
import { FolderFace } from "#ui/folder-face.tsx";

/** The face of the folder of the card that is asked. On a narrow phone the title needs the room. */
export function StudyFace({ folderId }: { folderId: number }) {
  const folder = useStudiedFolder(folderId);
  return folder && <FolderFace face={folder} size="sm" className="@max-[20rem]:hidden" />;
}
