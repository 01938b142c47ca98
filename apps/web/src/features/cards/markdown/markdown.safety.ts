import { hasClass, replaceChildren, type TreeNode, type TreePlugin } from "#features/cards/markdown/markdown.tree.ts";

const TEXT =
  "p br hr em strong del code pre blockquote ul ol li table thead tbody tr th td img a input mark span h1 h2 h3 h4 h5 h6";
const MATHML =
  "math semantics annotation mrow mi mo mn ms mtext mspace msup msub msubsup mfrac msqrt mroot mover munder munderover mtable mtr mtd mstyle mpadded menclose mphantom";
const DRAWING = "svg path line g";

const textElements = new Set(TEXT.split(" "));
const formulaElements = new Set(`span ${MATHML} ${DRAWING}`.split(" "));
const textProperties = new Set("className href src alt align start type checked disabled".split(" "));
/** Properties that run or load something or name an element. Formulas have many other properties, but none of these. */
const HARMFUL = /^on|href|src|action|data|^id$|^name$|ping|poster|background$/i;

/** Maximum nesting of elements. Deeper trees would overflow the stack of the renderer. */
const MAX_DEPTH = 250;

/**
 * Removes everything but the elements and properties of Markdown and of formulas. The parsers create nothing else: this
 * is a second line of defence, in case a new version of one of them does.
 */
export const removeUnsafeNodes: TreePlugin = () => (tree) => removeUnsafeFrom(tree, false, 0);

function removeUnsafeFrom(parent: TreeNode, inFormula: boolean, depth: number): void {
  if (depth > MAX_DEPTH) throw new RangeError("The text is nested too deep");
  replaceChildren(parent, (child) => {
    if (child.type === "text" || child.type === "raw") return [child];
    if (child.type !== "element") return [];
    const isInFormula = inFormula || hasClass(child, "katex") || hasClass(child, "katex-display");
    const known = isInFormula ? formulaElements : textElements;
    if (!known.has(child.tagName ?? "")) return [];
    child.properties = Object.fromEntries(
      Object.entries(child.properties ?? {}).filter(([name, value]) =>
        isInFormula
          ? !HARMFUL.test(name) && !/url\(|expression|position:\s*fixed/i.test(String(value))
          : textProperties.has(name),
      ),
    );
    removeUnsafeFrom(child, isInFormula, depth + 1);
    return [child];
  });
}

/** Removes style attributes, which the policy of our pages forbids in HTML that a server writes. */
export const removeStyles: TreePlugin = () => (tree) => {
  const visit = (node: TreeNode) => {
    delete node.properties?.style;
    node.children?.forEach(visit);
  };
  visit(tree);
};
