import type { Block, ListItem, PreparedLetter } from "#platform/mail/letter-blocks.ts";

const WIDTH = 72;

export function textOf({ blocks, reason, unsubscribe, appUrl, supportEmail }: PreparedLetter): string {
  const footer = [
    wrap(reason),
    wrap(`¿Necesitas ayuda? Escribe a ${supportEmail}`),
    ...(unsubscribe === null ? [] : [`Dejar de recibir recordatorios:\n${unsubscribe}`]),
  ];
  return `${[...blocks.map(blockText), `—\nRepasa\n${appUrl}`, ...footer].join("\n\n")}\n`;
}

function blockText(block: Block): string {
  switch (block.kind) {
    case "button":
      return `${wrap(`${block.text}:`)}\n${block.link}`;
    case "list":
      return block.items.map(listItemText).join("\n");
    default:
      return wrap(block.text);
  }
}

function listItemText({ name, detail, link }: ListItem): string {
  const item = wrap(`${name}: ${detail}`, "- ", "  ");
  return link === undefined ? item : `${item}\n  ${link}`;
}

function wrap(text: string, first = "", rest = ""): string {
  const lines: string[] = [];
  let line = first;
  let empty = true;
  for (const word of text.split(" ")) {
    if (!empty && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = rest + word;
    } else {
      line += empty ? word : ` ${word}`;
    }
    empty = false;
  }
  return [...lines, line].join("\n");
}
