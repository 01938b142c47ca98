import rehypeHighlight from "rehype-highlight";
import type { Plugins } from "#features/cards/markdown/markdown.drawing.ts";
import { replaceChildren, type TreeNode, type TreePlugin } from "#features/cards/markdown/markdown.tree.ts";

/** The maximum length of code that is highlighted, in UTF-16 units. */
const MAX_LENGTH = 6000;

const skipLongCode: TreePlugin = () => (tree) => {
  const visit = (parent: TreeNode) =>
    replaceChildren(parent, (child) => {
      const length = child.children?.[0]?.value?.length ?? 0;
      if (child.tagName === "code" && length > MAX_LENGTH) return [{ ...child, properties: {} }];
      visit(child);
      return [child];
    });
  visit(tree);
};

/** Highlights only code blocks that name their language, and only the common languages of students. */
export const highlightingPlugins: Plugins = [
  skipLongCode as unknown as Plugins[number],
  [rehypeHighlight, { detect: false }],
];
