import rehypeHighlight from "rehype-highlight";
import type { Plugins } from "#features/cards/markdown/markdown.drawing.ts";
import { replaceChildren, type TreeNode, type TreePlugin } from "#features/cards/markdown/markdown.tree.ts";

/** In UTF-16 units. Longer code stays as it is. */
const LONGEST = 6000;

const onlyShortCode: TreePlugin = () => (tree) => {
  const visit = (parent: TreeNode) =>
    replaceChildren(parent, (child) => {
      const length = child.children?.[0]?.value?.length ?? 0;
      if (child.tagName === "code" && length > LONGEST) return [{ ...child, properties: {} }];
      visit(child);
      return [child];
    });
  visit(tree);
};

/** The languages of students, in which code names the one it is in. */
export const highlightingPlugins: Plugins = [
  onlyShortCode as unknown as Plugins[number],
  [rehypeHighlight, { detect: false }],
];
