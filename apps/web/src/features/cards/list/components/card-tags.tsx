import { cx } from "#ui/cx.ts";
import { Link } from "#ui/link.tsx";

type CardTagsProps = {
  tags: readonly string[];
  /** Returns the address of the list of cards with a tag. */
  href: (tag: string) => string;
  /** True if the links lead to the list that is already open, and replace its history entry. */
  replace?: boolean;
  /** True if the tags share a line with other text: they are shortened to the room that is left. */
  inLine?: boolean;
};

const SHOWN = 3;

/** The tags of a card in a list; each links to the cards that have it. */
export function CardTags({ tags, href, replace = false, inLine = false }: CardTagsProps) {
  if (tags.length === 0) return null;
  return (
    <ul
      aria-label="Etiquetas"
      className={cx("relative flex gap-1", inLine ? "min-w-16 flex-[1_1_0]" : "mt-0.5 flex-wrap")}
    >
      {tags.slice(0, SHOWN).map((tag) => (
        <li key={tag} className="min-w-0 max-w-full">
          <Link
            href={href(tag)}
            replace={replace}
            // The touch target is larger than the visible tag.
            className={cx(
              "group/tag -my-1 block py-1",
              // In a line of text it would be too small a target: there a tap opens the card.
              inLine ? "pointer-coarse:pointer-events-none" : "pointer-coarse:-my-3 pointer-coarse:py-3",
            )}
          >
            <span className="block truncate rounded-chip bg-sunken px-1.5 py-0.5 font-semibold text-xs group-hover/tag:bg-brand-soft group-hover/tag:text-brand-ink">
              {tag}
            </span>
          </Link>
        </li>
      ))}
      {tags.length > SHOWN && <li className="shrink-0 px-1 py-0.5">y {tags.length - SHOWN} más</li>}
    </ul>
  );
}
