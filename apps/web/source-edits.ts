/** A node of the ESTree that the bundler's parser returns. */
export type SyntaxNode = { type: string; start: number; end: number; [key: string]: unknown };

export type Edit = { start: number; end: number; text: string };

function isSyntaxNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value;
}

export function applyEdits(code: string, edits: readonly Edit[]): string {
  let result = "";
  let from = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    result += code.slice(from, start) + text;
    from = end;
  }
  return result + code.slice(from);
}

export function endpointProperties(program: SyntaxNode): SyntaxNode[][] {
  const found: SyntaxNode[][] = [];
  const visit = (node: SyntaxNode) => {
    if (node.type === "CallExpression" && (node.callee as SyntaxNode).name === "defineEndpoint") {
      const [description] = node.arguments as SyntaxNode[];
      found.push((description?.properties ?? []) as SyntaxNode[]);
      return;
    }
    for (const child of Object.values(node).flat()) if (isSyntaxNode(child)) visit(child);
  };
  visit(program);
  return found;
}

/** Returns the properties of all object literals, whose keys are names. */
export function objectProperties(node: SyntaxNode): SyntaxNode[] {
  const inside = Object.values(node).flat().filter(isSyntaxNode).flatMap(objectProperties);
  return node.type === "Property" ? [node, ...inside] : inside;
}

export function propertyName({ key }: SyntaxNode): string {
  return String((key as SyntaxNode).name);
}
