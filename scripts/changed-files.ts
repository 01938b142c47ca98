import { run } from "./child-processes.ts";

async function git(...args: string[]): Promise<string[]> {
  const { code, output } = await run("git", args, { capture: true });
  if (code !== 0) throw new Error(output.trim());
  return output.split("\n").filter((line) => line !== "");
}

/**
 * Returns the files that have changed since a commit, committed or not; by default since the branch left `main`.
 *
 * @throws if git knows no such commit, or nothing at all
 */
export async function listChanged(since?: string): Promise<string[]> {
  const [base = "HEAD"] = since ? [since] : await git("merge-base", "HEAD", "main");
  const changed = await git("diff", "--name-only", "--diff-filter=d", base);
  return [...new Set([...changed, ...(await git("ls-files", "--others", "--exclude-standard"))])];
}
