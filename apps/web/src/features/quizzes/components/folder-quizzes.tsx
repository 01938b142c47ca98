import { useQuery } from "@tanstack/react-query";
import { QuizList } from "#features/quizzes/components/quiz-list.tsx";
import { quizzesQuery } from "#features/quizzes/quizzes.api.ts";
import { counted } from "#lib/plural.ts";
import { Folded } from "#ui/folded.tsx";

/** The quizzes that cover a folder; renders nothing without any. */
export function FolderQuizzes({ folderId }: { folderId: number }) {
  const { data: quizzes = [] } = useQuery(quizzesQuery());
  const ofFolder = quizzes.filter(({ folderIds }) => folderIds.includes(folderId));
  if (ofFolder.length === 0) return null;
  return (
    <div className="mb-3 md:mb-5">
      <Folded
        title={counted(ofFolder.length, "test", "tests")}
        open={ofFolder.some(({ finishedAt }) => finishedAt === null)}
      >
        <QuizList quizzes={ofFolder} />
      </Folded>
    </div>
  );
}
