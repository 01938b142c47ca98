/** Text that has been made safe to stand in a page. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | readonly Html[];

function escaped(text: string): string {
  const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (character) => names[character] ?? character);
}

function textOf(part: Part): string {
  if (part instanceof Html) return part.text;
  return typeof part === "object" ? part.map((one) => one.text).join("") : escaped(String(part));
}

/** A template whose values are escaped, except those that are Html. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((text, string, index) => text + textOf(parts[index - 1] ?? "") + string));
}

const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { max-width: 30rem; margin: 0 auto; padding: 2rem 1rem }
  h1 { font-size: 1.5rem }
  h2 { font-size: 1.125rem }
  .price { font-size: 2rem; margin: .5rem 0 }
  .note { border-left: 4px solid; padding-left: .75rem }
  form { display: inline }
  button, a.button { font: inherit; padding: .6rem 1.2rem; margin: .25rem .5rem .25rem 0; border: 1px solid; border-radius: .5rem; cursor: pointer }
  button.main { background: #1d4ed8; color: #fff; border-color: #1d4ed8 }
  table { border-collapse: collapse; width: 100% }
  th, td { text-align: left; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid #8885 }`;

/** A whole page. It says that it is a test: nobody shall take it for the real thing. */
export function page(title: string, content: Html): string {
  const body = html`<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
<p><small>Modo de prueba: aquí no se cobra nada.</small></p>
</body>
</html>`;
  return body.text;
}
