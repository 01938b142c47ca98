import { useState } from "react";
import { useSendFeedback } from "#features/feedback/feedback.api.ts";
import { Button } from "#ui/button.tsx";
import { Dialog, DialogFooter } from "#ui/dialog.tsx";
import { StarRating } from "#ui/star-rating.tsx";
import { TextareaField } from "#ui/textarea-field.tsx";

type RatingDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

const ASKS_WHY = 3;
const LONGEST_SUGGESTION = 5000;

export function RatingDialog({ open, onOpenChange }: RatingDialogProps) {
  const [stars, setStars] = useState<number | null>(null);
  const [suggesting, setSuggesting] = useState(false);
  const { mutate, isPending } = useSendFeedback();
  // Resets on opening instead of on closing, because the content stays visible while it fades out.
  const [opening, setOpening] = useState({ open, count: 0 });
  if (open !== opening.open) {
    setOpening({ open, count: opening.count + (open ? 1 : 0) });
    if (open) {
      setStars(null);
      setSuggesting(false);
    }
  }

  const change = (next: boolean) => {
    if (!isPending) onOpenChange(next);
  };
  const send = (rating: number, feedback: string) => {
    if (!isPending) mutate({ rating, feedback }, { onSuccess: () => onOpenChange(false) });
  };
  const rate = (rating: number) => {
    if (rating <= ASKS_WHY) setSuggesting(true);
    else send(rating, "");
  };

  return (
    <>
      <Dialog
        open={open && !suggesting}
        onOpenChange={change}
        title="¿Qué te parece Repasa?"
        description="Tu valoración nos ayuda a mejorar."
        size="sm"
      >
        <StarsForm stars={stars} onChange={setStars} sending={isPending} onRate={rate} onCancel={() => change(false)} />
      </Dialog>
      <Dialog
        open={open && suggesting}
        onOpenChange={change}
        title="¿Qué podemos mejorar?"
        description="Cuéntanos qué te falta o qué te molesta."
      >
        <SuggestionForm
          key={opening.count}
          sending={isPending}
          onSend={(text) => stars !== null && send(stars, text)}
          onCancel={() => change(false)}
        />
      </Dialog>
    </>
  );
}

type StarsFormProps = {
  stars: number | null;
  onChange: (stars: number) => void;
  sending: boolean;
  onRate: (stars: number) => void;
  onCancel: () => void;
};

function StarsForm({ stars, onChange, sending, onRate, onCancel }: StarsFormProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (stars !== null) onRate(stars);
      }}
    >
      <div className="py-3">
        <StarRating label="Valora Repasa de 1 a 5 estrellas" value={stars} onChange={onChange} disabled={sending} />
      </div>
      <DialogFooter>
        <Button variant="outline" onClick={onCancel}>
          Ahora no
        </Button>
        <Button type="submit" disabled={stars === null} loading={sending}>
          Enviar valoración
        </Button>
      </DialogFooter>
    </form>
  );
}

type SuggestionFormProps = { sending: boolean; onSend: (text: string) => void; onCancel: () => void };

function SuggestionForm({ sending, onSend, onCancel }: SuggestionFormProps) {
  const [suggestion, setSuggestion] = useState("");
  const text = suggestion.trim();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (text !== "") onSend(text);
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
        <Button variant="outline" onClick={onCancel}>
          Ahora no
        </Button>
        <Button type="submit" disabled={text === ""} loading={sending}>
          Enviar sugerencia
        </Button>
      </DialogFooter>
    </form>
  );
}
