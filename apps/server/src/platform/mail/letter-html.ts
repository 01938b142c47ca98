import type { Block, ListItem, PreparedLetter } from "#platform/mail/letter-blocks.ts";
import { DARK, LIGHT } from "#platform/mail/letter-colours.ts";

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"';

// Colours are inline, because many clients drop style blocks. This one is for clients that support a dark scheme.
const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
a{text-decoration:underline}
@media (max-width:480px){.card{padding:24px 20px!important}.edge{padding-left:21px!important;padding-right:21px!important}.wide{width:100%!important}}
@media (prefers-color-scheme:dark){
${darkRule("paper", "background-color", DARK.paper)}
${darkRule("surface", "background-color", DARK.surface)}
${darkRule("ink", "color", DARK.ink)}
${darkRule("soft", "color", DARK.soft)}
${darkRule("line", "border-color", DARK.line)}
${darkRule("link", "color", DARK.link)}
${darkRule("go", "background-color", DARK.brand)}
${darkRule("on-brand", "color", DARK.onBrand)}
}
`;

function darkRule(name: string, property: string, colour: string): string {
  return `.${name}{${property}:${colour}!important}`;
}

/** Renders one column, which loads nothing from anywhere. */
export function htmlOf({
  subject,
  preview,
  blocks,
  reason,
  unsubscribe,
  appUrl,
  supportEmail,
}: PreparedLetter): string {
  return `<!doctype html>
<html lang="es" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<meta name="x-apple-disable-message-reformatting">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(subject)}</title>
<style>${STYLE}</style>
</head>
<body class="paper" style="margin:0;padding:0;background-color:${LIGHT.paper};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;mso-hide:all">${escapeHtml(preview)}${FILLER}</div>
<table ${TABLE} lang="es" class="paper" style="background-color:${LIGHT.paper}">
<tr><td align="center" style="padding:32px 12px">
<!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
<table ${TABLE} style="max-width:560px;text-align:left;${FONT}">
<tr><td class="edge link" style="padding:0 33px 16px;font-size:20px;line-height:28px;font-weight:700;letter-spacing:-0.01em;color:${LIGHT.link}">Repasa</td></tr>
<tr><td class="card surface line" style="padding:32px;background-color:${LIGHT.surface};border:1px solid ${LIGHT.line};border-radius:16px">
${blocks.map((block, index) => blockHtml(block, index === blocks.length - 1)).join("\n")}
</td></tr>
<tr><td class="edge soft" style="padding:20px 33px 0;font-size:13px;line-height:20px;color:${LIGHT.soft}">
<p style="margin:0 0 12px">${escapeHtml(reason)}</p>
<p style="margin:0 0 12px">¿Necesitas ayuda? Escribe a ${anchor(`mailto:${supportEmail}`, supportEmail, "soft", LIGHT.soft)}</p>
${unsubscribe === null ? "" : unsubscribeHtml(unsubscribe)}<p style="margin:0">${anchor(appUrl, "Repasa", "soft", LIGHT.soft)}</p>
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`;
}

// Keeps inboxes from showing the letter's beginning after the preview.
const FILLER = "&#847;&zwnj;&nbsp;".repeat(60);

function blockHtml(block: Block, isLast: boolean): string {
  const below = (pixels: number) => `${isLast ? 0 : pixels}px`;
  switch (block.kind) {
    case "heading":
      return (
        `<h1 class="ink" style="margin:0 0 ${below(16)};font-size:22px;line-height:30px;font-weight:700;` +
        `letter-spacing:-0.01em;word-break:break-word;color:${LIGHT.ink}">${escapeHtml(block.text)}</h1>`
      );
    case "paragraph":
      return `<p class="ink" style="margin:0 0 ${below(16)};font-size:16px;line-height:25px;word-break:break-word;color:${LIGHT.ink}">${escapeHtml(block.text)}</p>`;
    case "note":
      return `<p class="soft" style="margin:0 0 ${below(8)};font-size:14px;line-height:21px;word-break:break-word;color:${LIGHT.soft}">${escapeHtml(block.text)}</p>`;
    case "list":
      return listHtml(block.items, below(16));
    case "button":
      return buttonHtml(block.text, block.link, below(24));
  }
}

function unsubscribeHtml(link: string): string {
  return `<p style="margin:0 0 12px">${anchor(link, "Dejar de recibir recordatorios", "soft", LIGHT.soft)}</p>\n`;
}

function listHtml(items: readonly ListItem[], below: string): string {
  const rows = items.map(
    ({ name, detail, link }, index) =>
      `<tr><td class="ink line" style="${CELL};${rule(index)}word-break:break-word;color:${LIGHT.ink}">` +
      `<bdi>${link === undefined ? escapeHtml(name) : anchor(link, name, "link", LIGHT.link)}</bdi></td>` +
      `<td class="soft line" align="right" style="${CELL};${rule(index)}padding-left:16px;white-space:nowrap;color:${LIGHT.soft}">${escapeHtml(detail)}</td></tr>`,
  );
  return `<table cellpadding="0" cellspacing="0" border="0" width="100%" style="margin:0 0 ${below}">\n${rows.join("\n")}\n</table>`;
}

const CELL = "vertical-align:top;padding:10px 0;font-size:16px;line-height:24px";

function rule(index: number): string {
  return index === 0 ? "" : `border-top:1px solid ${LIGHT.line};`;
}

function buttonHtml(text: string, link: string, below: string): string {
  // Outlook pads cells, not links.
  const button =
    `<table role="presentation" cellpadding="0" cellspacing="0" border="0" class="wide" style="margin:24px 0 0"><tr>` +
    `<td class="go" align="center" bgcolor="${LIGHT.brand}" style="border-radius:12px;background-color:${LIGHT.brand};mso-padding-alt:13px 28px">` +
    `<a class="on-brand" href="${escapeHtml(link)}" style="display:block;padding:13px 28px;border-radius:12px;` +
    `font-size:16px;line-height:22px;font-weight:600;text-decoration:none;color:${LIGHT.onBrand}">${escapeHtml(text)}</a>` +
    "</td></tr></table>";
  const plain = `<p class="soft" style="margin:12px 0 ${below};font-size:13px;line-height:20px;word-break:break-all;color:${LIGHT.soft}">${anchor(link, link, "soft", LIGHT.soft)}</p>`;
  return `${button}\n${plain}`;
}

function anchor(link: string, text: string, name: string, colour: string): string {
  return `<a class="${name}" href="${escapeHtml(link)}" style="color:${colour};text-decoration:underline">${escapeHtml(text)}</a>`;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
