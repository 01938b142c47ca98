import { useState } from "react";
import { useSendFeedback } from "#features/feedback/feedback.api.ts";
import { Button } from "#ui/button.tsx";
import { Dialog, DialogFooter } from "#ui/dialog.tsx";
import { StarRating } from "#ui/star-rating.tsx";
import { TextareaField } from "#ui/textarea-field.tsx";

type RatingDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** Up to this many stars something is missing, and we ask what. */
const ASKS_WHY = 3;
const LONGEST_SUGGESTION = 5000;

/** Asks how the app is liked, and those who like it little what should be better. */
export function RatingDialog({ open, onOpenChange }: RatingDialogProps) {
  const [stars, setStars] = useState<number | null>(null);
  const [suggesting, setSuggesting] = useState(false);
  const [suggestion, setSuggestion] = useState("");
  const { mutate, isPending } = useSendFeedback();
  // Each opening begins anew; while it closes, the old content is still to be seen.
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) {
      setStars(null);
      setSuggesting(false);
      setSuggestion("");
    }
  }

  const change = (next: boolean) => {
    if (!isPending) onOpenChange(next);
  };
  const send = (rating: number, feedback: string) => {
    if (!isPending) mutate({ rating, feedback }, { onSuccess: () => onOpenChange(false) });
  };
  const rate = () => {
    if (stars === null) return;
    if (stars <= ASKS_WHY) setSuggesting(true);
    else send(stars, "");
  };
  const text = suggestion.trim();

  return (
    <>
      <Dialog
        open={open && !suggesting}
        onOpenChange={change}
        title="¿Qué te parece Repasa?"
        description="Tu valoración nos ayuda a mejorar."
        size="sm"
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            rate();
          }}
        >
          <div className="py-3">
            <StarRating
              label="Valora Repasa de 1 a 5 estrellas"
              value={stars}
              onChange={setStars}
              disabled={isPending}
            />
          </div>
          <DialogFooter>
            <Button variant="outline" onClick={() => change(false)}>
              Ahora no
            </Button>
            <Button type="submit" disabled={stars === null} loading={isPending}>
              Enviar valoración
            </Button>
          </DialogFooter>
        </form>
      </Dialog>
      <Dialog
        open={open && suggesting}
        onOpenChange={change}
        title="¿Qué podemos mejorar?"
        description="Cuéntanos qué te falta o qué te molesta."
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (stars !== null && text !== "") send(stars, text);
          }}
        >
          <TextareaField
            label="Tu sugerencia"
            rows={4}
            maxLength={LONGEST_SUGGESTION}
            value={suggestion}
            onChange={(event) => setSuggestion(event.target.value)}
          />
          <DialogFooter>
            <Button variant="outline" onClick={() => change(false)}>
              Ahora no
            </Button>
            <Button type="submit" disabled={text === ""} loading={isPending}>
              Enviar sugerencia
            </Button>
          </DialogFooter>
        </form>
      </Dialog>
    </>
  );
}
