import { Star } from "lucide-react";
import { useId, useState } from "react";
import { cx } from "#ui/cx.ts";

const starLabels = ["Muy malo", "Malo", "Regular", "Bueno", "¡Excelente!"] as const;

type StarRatingProps = {
  label: string;
  value: number | null;
  onChange: (value: number) => void;
  disabled?: boolean;
};

/** Consists of radio buttons, which support arrow keys and screen readers. */
export function StarRating({ label, value, onChange, disabled = false }: StarRatingProps) {
  const name = useId();
  const [hovered, setHovered] = useState<number | null>(null);
  const lit = hovered ?? value ?? 0;
  return (
    <fieldset disabled={disabled} className="flex flex-col items-center gap-2 disabled:opacity-60">
      <legend className="sr-only">{label}</legend>
      <div className="flex" onPointerLeave={() => setHovered(null)}>
        {starLabels.map((text, index) => {
          const stars = index + 1;
          return (
            <label
              key={text}
              onPointerEnter={(event) => event.pointerType === "mouse" && setHovered(stars)}
              className="relative grid size-12 cursor-pointer place-items-center rounded-control has-focus-visible:outline-2 has-focus-visible:outline-brand"
            >
              <input
                type="radio"
                name={name}
                value={stars}
                checked={value === stars}
                onChange={() => onChange(stars)}
                aria-label={`${stars} ${text}`}
                className="absolute inset-0 cursor-pointer appearance-none opacity-0"
              />
              <Star
                aria-hidden
                strokeWidth={1.75}
                className={cx(
                  "size-8 transition-colors duration-100",
                  stars <= lit ? "fill-medium-mark text-medium-mark" : "text-line-strong",
                )}
              />
            </label>
          );
        })}
      </div>
      <p aria-hidden className="h-6 font-semibold">
        {lit > 0 ? starLabels[lit - 1] : ""}
      </p>
    </fieldset>
  );
}
