import rehypeHighlight from "rehype-highlight";
import type { Plugins } from "#features/cards/markdown/markdown.drawing.ts";
import { replaceChildren, type TreeNode, type TreePlugin } from "#features/cards/markdown/markdown.tree.ts";

/** In UTF-16 units. Longer code is not highlighted. */
const MAX_LENGTH = 6000;

const onlyShortCode: TreePlugin = () => (tree) => {
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
  onlyShortCode as unknown as Plugins[number],
  [rehypeHighlight, { detect: false }],
];
