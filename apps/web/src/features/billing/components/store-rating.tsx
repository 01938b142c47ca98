import { Star } from "lucide-react";

const RATING = 4.8;
const STARS = [1, 2, 3, 4, 5];
const formatted = RATING.toLocaleString("es");

function Stars({ look }: { look: string }) {
  return (
    <span className="flex w-max gap-0.5">
      {STARS.map((star) => (
        <Star key={star} className={`size-4.5 ${look}`} strokeWidth={0} />
      ))}
    </span>
  );
}

export function StoreRating() {
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-2.5 gap-y-1 text-ink-soft text-sm">
      <span aria-hidden className="relative">
        <Stars look="fill-line-strong/60" />
        <span className="absolute inset-y-0 left-0 w-[96%] overflow-hidden">
          <Stars look="fill-medium-mark" />
        </span>
      </span>
      <span>
        <strong className="text-base text-ink">{formatted}</strong> <span className="sr-only">de 5 estrellas </span>en
        las tiendas de aplicaciones
      </span>
    </p>
  );
}
