import { convertToDollars, excludeMoney } from "@repasa/card-text/formulas.ts";
import { type GapView, markGaps } from "@repasa/card-text/gap-view.ts";
import { removeAddedCommas } from "@repasa/card-text/placeholders.ts";
import type { ComponentProps, ReactElement } from "react";
import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { prepareFormulas } from "#features/cards/markdown/markdown.equations.ts";
import { isTooDense } from "#features/cards/markdown/markdown.limits.ts";
import { markGapsAndTerms } from "#features/cards/markdown/markdown.marks.ts";
import { removeUnsafeNodes } from "#features/cards/markdown/markdown.safety.ts";
import type { TreeNode, TreePlugin } from "#features/cards/markdown/markdown.tree.ts";

type Options = ComponentProps<typeof Markdown>;
export type Plugins = NonNullable<Options["remarkPlugins"]>;
type Plugin = NonNullable<Plugins[number]>;

/** The renderers of formulas and of code; null while they are not loaded. */
export type Extensions = { formulas: { remark: Plugins; rehype: Plugins } | null; highlighting: Plugins | null };

type Drawing = {
  text: string;
  gaps: GapView | undefined;
  /** The words of the search, folded. */
  terms: readonly string[];
  components: Components;
  extensions: Extensions;
};

/** Renders Markdown; returns null if that would take too long or the text is nested too deep for the parsers. */
export function drawMarkdown({ text, gaps, terms, components, extensions }: Drawing): ReactElement | null {
  const { formulas, highlighting } = extensions;
  const { text: marked, labels } = markGaps(text, gaps);
  if (isTooDense(text)) return null;
  const source = formulas ? convertToDollars(marked) : marked;
  try {
    return Markdown({
      children: source,
      components,
      urlTransform: sanitizeUrl,
      remarkPlugins: [
        [remarkGfm, { singleTilde: false }],
        castPlugin(disableFootnotes),
        castPlugin(removeGapEdges),
        ...(formulas ? [...formulas.remark, castPlugin(treatMoneyAsText), castPlugin(prepareFormulas(labels))] : []),
      ],
      rehypePlugins: [
        ...(formulas?.rehype ?? []),
        ...(highlighting ?? []),
        castPlugin(markGapsAndTerms({ labels, terms })),
        castPlugin(removeUnsafeNodes),
      ],
    });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Casts a plugin, because ours declare only the part of a tree that they use. */
function castPlugin(own: unknown): Plugin {
  return own as Plugin;
}

const MEDIA = /^media:[\da-f]{64}$/;

/** Allows links to web pages, and images and sounds of the account. */
function sanitizeUrl(url: string, name: string): string {
  if (name === "src") return MEDIA.test(url) ? url : "";
  return name === "href" && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : "";
}

type Parsing = { data: () => { micromarkExtensions?: unknown[] } };

/** Excludes amounts of money from formulas. Must follow `remark-math`, whose extension is then the last one. */
function treatMoneyAsText(this: Parsing): void {
  const { micromarkExtensions } = this.data();
  micromarkExtensions?.push(excludeMoney(micromarkExtensions.pop()));
}

/** Disables footnotes: a card has no place for them, and the anchors of two cards on a page would be the same. */
function disableFootnotes(this: Parsing): void {
  const data = this.data();
  data.micromarkExtensions ??= [];
  data.micromarkExtensions.push({
    disable: { null: ["gfmFootnoteCall", "gfmFootnoteDefinition", "gfmPotentialFootnoteCall"] },
  });
}

/** Removes the edges of gaps from the parsed tree. */
const removeGapEdges: TreePlugin = () => (tree) => {
  const visit = (node: TreeNode) => {
    for (const name of ["value", "alt", "title", "url"] as const) {
      if (node[name]) node[name] = removeAddedCommas(node[name]);
    }
    node.children?.forEach(visit);
  };
  visit(tree);
};
