import type { MouseEvent, ReactNode } from "react";
import { usePageTitle } from "#lib/page-title.ts";
import { isPreviousPage } from "#lib/previous-page.ts";
import { goBack } from "#lib/sheet-history.ts";
import { BackLink } from "#ui/back-link.tsx";
import { cx } from "#ui/cx.ts";

type PageHeaderProps = {
  /** Shown before the title. */
  face?: ReactNode;
  title: string;
  subtitle?: ReactNode;
  backHref?: string | undefined;
  actions?: ReactNode;
  /** Stays beside the title even where the actions wrap below it. */
  menu?: ReactNode;
};

/** Renders the screen's only h1 and sets the document's title. */
export function PageHeader({ face, title, subtitle, backHref, actions, menu }: PageHeaderProps) {
  usePageTitle(title);
  // Beside a face and a menu, the column of the title is too narrow for sentences on phones.
  const hasNarrowTitle = face !== undefined && menu !== undefined;
  return (
    <header
      className={cx(
        "mb-4 flex flex-wrap items-start justify-between gap-y-3 md:mb-7",
        menu === undefined ? "gap-x-6" : "gap-x-2",
      )}
    >
      <div
        className={cx(
          "flex min-w-0 items-start gap-1 md:flex-[1_1_16rem]",
          menu !== undefined && "max-md:w-full",
          hasNarrowTitle && "max-md:flex-wrap",
        )}
      >
        {backHref && (
          <BackLink
            href={backHref}
            onClick={(event: MouseEvent) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey || !isPreviousPage(backHref)) return;
              // Goes back in the history, which restores the scroll position of a list.
              event.preventDefault();
              goBack();
            }}
          />
        )}
        {face}
        <div
          className={cx(
            "min-w-0",
            face ? "pt-2 md:pt-1" : "pt-1",
            menu !== undefined && "flex-1",
            hasNarrowTitle && "max-md:contents",
          )}
        >
          <h1
            tabIndex={-1}
            className={cx(
              "line-clamp-4",
              face ? "text-xl md:text-2xl" : "text-2xl",
              hasNarrowTitle && "max-md:min-w-0 max-md:flex-1 max-md:pt-2",
            )}
          >
            {title}
          </h1>
          {subtitle && (
            <p className={cx("mt-1 text-ink-soft", hasNarrowTitle && "max-md:order-1 max-md:w-full")}>{subtitle}</p>
          )}
        </div>
        {menu}
      </div>
      {actions && <div className="flex flex-wrap justify-end gap-2 max-md:grow">{actions}</div>}
    </header>
  );
}
