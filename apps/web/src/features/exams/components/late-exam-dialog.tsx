import { lazy, Suspense, useState } from "react";
import type { ExamDialogProps } from "#features/exams/components/exam-dialog.tsx";

const ExamDialog = lazy(async () => ({
  default: (await import("#features/exams/components/exam-dialog.tsx")).ExamDialog,
}));

/** The dialog, whose code is loaded when it is first opened. */
export function LateExamDialog(props: ExamDialogProps) {
  const [asked, setAsked] = useState(props.open);
  if (props.open && !asked) setAsked(true);
  return (
    asked && (
      <Suspense>
        <ExamDialog {...props} />
      </Suspense>
    )
  );
}
