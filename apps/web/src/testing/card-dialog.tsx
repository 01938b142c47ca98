import type { Card } from "@repasa/contract/cards.ts";
import { screen } from "@testing-library/react";
import { useState } from "react";
import { CardDialog } from "#features/cards/editor/components/card-dialog.tsx";

/** Renders the card dialog, which is open at first, and a button that opens it again. */
export function ReopenableCardDialog({ card }: { card?: Card | undefined }) {
  const [open, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Abrir
      </button>
      <CardDialog open={open} onOpenChange={setOpen} folderId={1} card={card} />
    </>
  );
}

export const frontField = () => screen.getByLabelText<HTMLTextAreaElement>("Pregunta");
export const backField = () => screen.getByLabelText<HTMLTextAreaElement>("Respuesta");
