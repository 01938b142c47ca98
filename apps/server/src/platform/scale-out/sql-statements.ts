// Strings, comments and dollar-quoted functions may contain semicolons.
const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?\*\/|(?<![\w$])[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\1|;|[\s\S]/g;

/** Splits a migration into its statements, as PostgreSQL itself would. */
export function statementsOf(sql: string): string[] {
  const statements: string[] = [];
  let current = "";
  let saysSomething = false;
  const end = () => {
    if (saysSomething) statements.push(current.trim());
    current = "";
    saysSomething = false;
  };
  for (const [token] of sql.matchAll(TOKEN)) {
    if (token === ";") {
      end();
      continue;
    }
    current += token;
    saysSomething ||= !/^(--|\/\*|\s)/.test(token);
  }
  end();
  return statements;
}
