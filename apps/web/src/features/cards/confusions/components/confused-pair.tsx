import type { MouseEvent } from "react";
import type { NamedPair } from "#features/cards/confusions/confusions.pairs.ts";
import { counted } from "#lib/plural.ts";
import { shortenText } from "#lib/shorten-text.ts";
import { CONFUSED, paths, withQuery } from "#paths.ts";
import { cx } from "#ui/cx.ts";
import { Link, textLink } from "#ui/link.tsx";

type ConfusedPairProps = {
  pair: NamedPair;
  className?: string;
  /** True if the session takes the place of the screen in the history. */
  replace?: boolean;
  onClick?: (click: MouseEvent) => void;
};

/** In characters: longer questions are cut, so that the sentence takes one line, or two on a phone. */
const MAX_QUESTION = 30;

/** Says which two cards are taken for each other, and leads to a session of both. */
export function ConfusedPair({ pair: { ids, questions, times }, className, ...link }: ConfusedPairProps) {
  const [one, other] = questions.map((text) => shortenText(text, MAX_QUESTION));
  return (
    <p className={cx("wrap-anywhere text-pretty", className)}>
      Confundes «{one}» con «{other}»{" "}
      <span className="tabular whitespace-nowrap">({counted(times, "vez", "veces")})</span>.{" "}
      <Link
        href={withQuery(paths.study(), { [CONFUSED]: ids.join() })}
        className={cx(textLink, "inline-flex min-h-6 items-center")}
        {...link}
      >
        Estudiar las dos
      </Link>
    </p>
  );
}
