import type { Pool } from "pg";

export type Statement = { text: string; values: unknown[] };

/** The statements that some work sends to the database outside of transactions, with their values. */
export async function caught(pool: Pool, work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const query = pool.query;
  const spy = (config: string | Statement, values?: unknown[]) => {
    if (typeof config === "object") statements.push({ text: config.text, values: values ?? config.values ?? [] });
    return (query as (...args: unknown[]) => unknown).call(pool, config, values);
  };
  pool.query = spy as typeof pool.query;
  try {
    await work();
  } finally {
    pool.query = query;
  }
  return statements;
}

export type PlanNode = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: PlanNode[];
};

/** The nodes of a plan that read a table or an index. */
export function scansOf(node: PlanNode): PlanNode[] {
  const own = /Scan/.test(node["Node Type"]) && (node["Relation Name"] || node["Index Name"]) ? [node] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)];
}
