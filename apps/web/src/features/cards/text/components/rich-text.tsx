import "#styles/rich-text.css";
import { fillGaps, type GapView } from "@repasa/card-text/gap-view.ts";
import { type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from "react";
import type { Components } from "react-markdown";
import { drawMarkdown, type Extensions } from "#features/cards/markdown/markdown.drawing.ts";
import { getExtensions, loadExtensions, subscribeExtensions } from "#features/cards/markdown/markdown.extensions.ts";
import { GapSlot } from "#features/cards/text/text.gap-slot.ts";
import { useFocusableScrollers } from "#features/cards/text/use-focusable-scrollers.ts";
import { MediaView } from "#features/media/components/media-view.tsx";

export type RichTextProps = {
  text: string;
  gaps?: GapView | undefined;
  /** The words of the search, as plain text. */
  terms?: readonly string[] | undefined;
  /** True inside a link or a button, which must not contain other interactive elements. */
  still?: boolean | undefined;
};

const NO_TERMS: readonly string[] = [];

/** Renders Markdown. The renderers of formulas and of code are loaded when the text contains some. */
export function RichText({ text, gaps, terms = NO_TERMS, still = false }: RichTextProps) {
  const { formulas, highlighting } = useExtensions(text);
  const components = still ? stillComponents : livelyComponents;
  const box = useFocusableScrollers();
  const { number = null, hidden } = gaps ?? {};
  // Reading a text takes longer than drawing the rest of a screen.
  const drawn = useMemo(() => {
    const view = hidden === undefined ? undefined : { number, hidden };
    return drawMarkdown({ text, gaps: view, terms, components, extensions: { formulas, highlighting } });
  }, [text, number, hidden, terms, components, formulas, highlighting]);
  return (
    <div ref={box} dir="auto" className="rich-text">
      {drawn ?? <p className="whitespace-pre-wrap">{gaps ? fillGaps(text, gaps) : text}</p>}
    </div>
  );
}

/** Loads the renderers that texts need, so that these are drawn at once; failures are ignored. */
export async function loadRenderers(texts: readonly string[]): Promise<void> {
  await loadExtensions(texts.join("\n")).catch(() => {});
}

/** Rerenders as soon as a renderer that the text needs is loaded, whichever text has requested it. */
function useExtensions(text: string): Extensions {
  const formulas = useSyncExternalStore(subscribeExtensions, () => getExtensions(text).formulas);
  const highlighting = useSyncExternalStore(subscribeExtensions, () => getExtensions(text).highlighting);
  useEffect(() => {
    // Without a connection the source of a formula is shown.
    loadExtensions(text).catch(() => {});
  }, [text]);
  return { formulas, highlighting };
}

/** Headings of a card are paragraphs, because they do not belong to the outline of the page. */
const Heading: Components["h1"] = ({ children }) => <p className="rich-heading">{children}</p>;

type MarkProps = { className?: string | undefined; children?: ReactNode; node?: { data?: unknown } | undefined };

function Mark({ className, children, node }: MarkProps) {
  const Slot = useContext(GapSlot);
  const { gap } = (node?.data ?? {}) as { gap?: number };
  if (Slot && gap !== undefined && typeof children === "string") return <Slot gap={gap} label={children} />;
  return <mark className={className}>{children}</mark>;
}

const sharedComponents: Components = {
  mark: Mark,
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
  input: ({ checked }) => (
    <span role="img" aria-label={checked ? "Hecho" : "Por hacer"} className="rich-task">
      {checked ? "☑" : "☐"}
    </span>
  ),
  table: ({ children }) => (
    <div className="rich-table">
      <table>{children}</table>
    </div>
  ),
};

/** For places where nothing can be operated: a link is not followed, and a sound not played. */
export const stillComponents: Components = {
  ...sharedComponents,
  a: ({ children }) => <span className="rich-link">{children}</span>,
  img: ({ src, alt = "" }) => <MediaView id={parseMediaId(src)} description={alt} still />,
};

const livelyComponents: Components = {
  ...sharedComponents,
  a: ({ href, children }) =>
    href ? (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow" className="rich-link">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  img: ({ src, alt = "" }) => <MediaView id={parseMediaId(src)} description={alt} />,
};

function parseMediaId(src: unknown): string | null {
  return typeof src === "string" && src.startsWith("media:") ? src.slice("media:".length) : null;
}
