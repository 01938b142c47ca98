/** A node of a Markdown or HTML tree, reduced to what our plugins use. */
export type TreeNode = {
  type: string;
  value?: string;
  alt?: string | null;
  title?: string | null;
  url?: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: TreeNode[];
  /** `gap` counts the marks of gaps in the text. */
  data?: { gap?: number; hName?: string; hProperties?: Record<string, unknown>; hChildren?: TreeNode[] };
  position?: { start: { offset?: number }; end: { offset?: number } };
};

/** A plugin that changes a tree in place. */
export type TreePlugin = () => (tree: TreeNode, file: { toString: () => string }) => void;

export function createTextNode(value: string): TreeNode {
  return { type: "text", value };
}

export function createElement(tagName: string, className: string, children: TreeNode[]): TreeNode {
  return { type: "element", tagName, properties: { className: [className] }, children };
}

export function hasClass(node: TreeNode, name: string): boolean {
  const { className } = node.properties ?? {};
  return Array.isArray(className) && className.includes(name);
}

/** Replaces each child with the nodes that `replace` returns for it. */
export function replaceChildren(parent: TreeNode, replace: (child: TreeNode) => readonly TreeNode[]): void {
  if (parent.children) parent.children = parent.children.flatMap((child) => replace(child));
}
