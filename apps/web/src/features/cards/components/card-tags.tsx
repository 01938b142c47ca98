import { Link } from "#ui/link.tsx";

type CardTagsProps = {
  tags: readonly string[];
  /** Returns the address of the list of cards with a tag. */
  href: (tag: string) => string;
  /** True if the links lead to the list that is already open, and replace its history entry. */
  replace?: boolean;
};

const SHOWN = 3;

/** The tags of a card in a list; each links to the cards that have it. */
export function CardTags({ tags, href, replace = false }: CardTagsProps) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Etiquetas" className="relative mt-0.5 flex flex-wrap gap-1">
      {tags.slice(0, SHOWN).map((tag) => (
        <li key={tag} className="min-w-0 max-w-full">
          <Link
            href={href(tag)}
            replace={replace}
            // The touch target is larger than the visible tag.
            className="group/tag -my-1 block py-1 pointer-coarse:-my-3 pointer-coarse:py-3"
          >
            <span className="block truncate rounded-chip bg-sunken px-1.5 py-0.5 font-semibold text-xs group-hover/tag:bg-brand-soft group-hover/tag:text-brand-ink">
              {tag}
            </span>
          </Link>
        </li>
      ))}
      {tags.length > SHOWN && <li className="px-1 py-0.5">y {tags.length - SHOWN} más</li>}
    </ul>
  );
}
