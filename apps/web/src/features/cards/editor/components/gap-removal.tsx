import { useState } from "react";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";

type Question = { gaps: readonly number[]; answer: (confirmed: boolean) => void };

/**
 * Asks for confirmation before gaps are removed, which deletes their cards. `confirm` rejects if the student declines.
 */
export function useGapRemoval() {
  const [question, setQuestion] = useState<Question | null>(null);
  const confirm = async (gaps: readonly number[]) => {
    if (gaps.length === 0) return;
    const confirmed = await new Promise<boolean>((answer) => setQuestion({ gaps, answer }));
    setQuestion(null);
    if (!confirmed) throw new Error("The gaps stay");
  };
  const dialog = (
    <ConfirmDialog
      open={question !== null}
      onOpenChange={(open) => open || question?.answer(false)}
      title={question?.gaps.length === 1 ? "¿Quitar el hueco?" : "¿Quitar los huecos?"}
      description={`${describeLosses(question?.gaps ?? [])} Tu racha y tu actividad no cambian.`}
      confirmLabel="Quitar y guardar"
      cancelLabel="Seguir editando"
      onConfirm={() => question?.answer(true)}
    />
  );
  return { confirm, dialog };
}

const list = new Intl.ListFormat("es", { type: "conjunction" });

function describeLosses(gaps: readonly number[]): string {
  if (gaps.length === 1) return `La carta del hueco ${gaps[0]} se eliminará, con su programación.`;
  return `Las cartas de los huecos ${list.format(gaps.map(String))} se eliminarán, con su programación.`;
}
