import { ButtonLink } from "#ui/button-link.tsx";
import { cx } from "#ui/cx.ts";

type RowLinksProps = {
  /** The id of the row's title, which describes both links. */
  titleId: string;
  /** The link of the whole row: a tap anywhere on it follows this link. */
  open: { href: string; text: string };
  /** The link that studies; left out where it would be in the way. */
  study?: { href: string; text: string; isPending: boolean } | undefined;
  /** True if the Tab key stops at the first link alone. */
  isOneStop?: boolean;
};

/** Both ways to a folder in words. The row that contains them is `relative`, and no element between is. */
export function RowLinks({ titleId, open, study, isOneStop = false }: RowLinksProps) {
  return (
    <>
      <ButtonLink
        href={open.href}
        variant="ghost"
        aria-describedby={titleId}
        // A scaled link would hold the area of its own, also while it is pressed.
        className="static! px-3! text-sm active:[scale:none]! after:absolute after:inset-0 after:rounded-card"
      >
        {open.text}
      </ButtonLink>
      {study && (
        <ButtonLink
          href={study.href}
          variant="ghost"
          tabIndex={isOneStop ? -1 : undefined}
          aria-describedby={titleId}
          className={cx("z-1 px-3! text-sm", study.isPending && "bg-brand-soft hover:bg-brand! hover:text-on-brand")}
        >
          {study.text}
        </ButtonLink>
      )}
    </>
  );
}
