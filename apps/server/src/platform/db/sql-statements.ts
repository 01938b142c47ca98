// Texts and comments may hold semicolons, dollar-quoted functions many.
const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?\*\/|(?<![\w$])[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\1|;|[\s\S]/g;

/** The statements of a migration, one by one, as PostgreSQL itself would part them. */
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
