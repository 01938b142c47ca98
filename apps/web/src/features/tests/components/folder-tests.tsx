import { useQuery } from "@tanstack/react-query";
import { TestList } from "#features/tests/components/test-list.tsx";
import { testsQuery } from "#features/tests/tests.api.ts";
import { counted } from "#lib/plural.ts";
import { Folded } from "#ui/folded.tsx";

/** The tests that cover a folder; renders nothing without any. */
export function FolderTests({ folderId }: { folderId: number }) {
  const { data: tests = [] } = useQuery(testsQuery());
  const ofFolder = tests.filter(({ folderIds }) => folderIds.includes(folderId));
  if (ofFolder.length === 0) return null;
  return (
    <div className="mb-3 md:mb-5">
      <Folded
        title={counted(ofFolder.length, "test", "tests")}
        open={ofFolder.some(({ finishedAt }) => finishedAt === null)}
      >
        <TestList tests={ofFolder} />
      </Folded>
    </div>
  );
}
