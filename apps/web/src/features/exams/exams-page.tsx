import { ExamList } from "#features/exams/components/exam-list.tsx";
import { ExamView } from "#features/exams/components/exam-view.tsx";

export default function ExamsPage({ examId }: { examId: number | null }) {
  return examId === null ? <ExamList /> : <ExamView examId={examId} />;
}
