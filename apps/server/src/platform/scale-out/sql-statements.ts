// Strings, comments and dollar-quoted functions may contain semicolons.
const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?\*\/|(?<![\w$])[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\1|;|[\s\S]/g;

/** Splits a migration into its statements, as PostgreSQL itself does. */
export function statementsOf(sql: string): string[] {
  const statements: string[] = [];
  let current = "";
  let hasContent = false;
  const end = () => {
    if (hasContent) statements.push(current.trim());
    current = "";
    hasContent = false;
  };
  for (const [token] of sql.matchAll(TOKEN)) {
    if (token === ";") {
      end();
      continue;
    }
    current += token;
    hasContent ||= !/^(--|\/\*|\s)/.test(token);
  }
  end();
  return statements;
}
