import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { composeLetter, type Letter } from "#platform/mail/letter.ts";
import { type Mail, RefusedMail } from "#platform/mail/mail.ts";
import { openMailFolder } from "#platform/mail/mail-folder.ts";
import { openSmtp, type Smtp } from "#platform/mail/smtp.ts";
import { type AcceptedMail, type SmtpTestServer, startSmtpServer } from "#testing/smtp-server.ts";

const FROM = "Repasa <hola@repasa.example>";
const APP = "https://repasa.example";
const SECRET = `token=${"aB3-_".repeat(20)}`;
const UNSUBSCRIBE = { link: `${APP}/unsubscribe#${SECRET}`, oneClick: `${APP}/unsubscribe?${SECRET}` };

const letter: Letter = {
  to: "ana@correo.example",
  subject: "Te esperan 12 cartas, Ñandú 🌱",
  preview: "Biología: 8 cartas. Racha: 5 días.",
  blocks: [
    { kind: "heading", text: "Te esperan 12 cartas" },
    { kind: "paragraph", text: "Llevas 5 días seguidos." },
    {
      kind: "list",
      items: [
        { name: "Biología", detail: "8 cartas" },
        { name: "Ñandú", detail: "4 cartas" },
      ],
    },
    { kind: "button", text: "Repasar ahora", link: `${APP}/study?desde=correo&hoy=sí` },
    { kind: "note", text: "Son unos 4 minutos." },
  ],
  unsubscribe: UNSUBSCRIBE,
};
const setting = { messageId: "<r-7@repasa.example>", appUrl: APP, supportEmail: "soporte@repasa.example" };

let server: SmtpTestServer;
let smtp: Smtp;
beforeAll(async () => {
  server = await startSmtpServer();
  smtp = openSmtp({ url: server.url, from: FROM });
});
afterAll(async () => {
  await smtp.close();
  await server.close();
});

async function deliver(mail: Mail): Promise<AcceptedMail> {
  await smtp.send(mail);
  const last = server.accepted.at(-1);
  if (!last) throw new Error("nothing arrived");
  return last;
}

/** Returns the name and the value of each header, unfolded. */
function headersOf(raw: Buffer): string[][] {
  const [head = ""] = raw.toString("utf8").split("\r\n\r\n");
  return head
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n")
    .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]);
}

function headerNames(raw: Buffer): string[] {
  return headersOf(raw)
    .map(([name = ""]) => name)
    .sort();
}

const HEADERS = [
  "Auto-Submitted",
  "Content-Language",
  "Content-Type",
  "Date",
  "From",
  "List-Unsubscribe",
  "List-Unsubscribe-Post",
  "MIME-Version",
  "Message-ID",
  "Subject",
  "To",
  "X-Auto-Response-Suppress",
];

test("a delivered message has each header once, and the same facts in both parts", async () => {
  const mail = composeLetter(letter, setting);
  const { raw, from, to } = await deliver(mail);
  const headers = headersOf(raw);
  expect(headers.map(([name]) => name).sort()).toEqual(HEADERS);
  const values = Object.fromEntries(headers);
  expect({ from, to }).toEqual({ from: "hola@repasa.example", to: ["ana@correo.example"] });
  expect(values).toMatchObject({
    From: "Repasa <hola@repasa.example>",
    To: "ana@correo.example",
    "Message-ID": "<r-7@repasa.example>",
    "List-Unsubscribe": `<${UNSUBSCRIBE.oneClick}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    "Auto-Submitted": "auto-generated",
    "X-Auto-Response-Suppress": "All",
    "Content-Language": "es",
  });
  expect(values["Content-Type"]).toMatch(/^multipart\/alternative;/);
  expect(Math.abs(Date.parse(values.Date ?? "") - Date.now())).toBeLessThan(60_000);

  const parsed = await PostalMime.parse(raw);
  expect(parsed.subject).toBe(letter.subject);
  expect(parsed.attachments).toEqual([]);
  for (const fact of [
    "Te esperan 12 cartas",
    "Llevas 5 días seguidos.",
    "Biología",
    "8 cartas",
    "Ñandú",
    "4 cartas",
    "Son unos 4 minutos.",
    "soporte@repasa.example",
  ]) {
    expect(parsed.text).toContain(fact);
    expect(parsed.html).toContain(fact);
  }
  const link = `${APP}/study?desde=correo&hoy=s%C3%AD`;
  expect(parsed.text?.split("\n").map((line) => line.trim())).toEqual(expect.arrayContaining([link, UNSUBSCRIBE.link]));
  expect(parsed.html?.split(`href="${link.replace("&", "&amp;")}"`)).toHaveLength(3);
  expect(parsed.html).toContain(`href="${UNSUBSCRIBE.link}"`);
});

test("a letter without an unsubscribe link has no headers for unsubscribing", async () => {
  const { unsubscribe: _, ...rest } = letter;
  const { raw } = await deliver(composeLetter(rest, setting));
  expect(headerNames(raw)).toEqual(HEADERS.filter((name) => !name.startsWith("List-")));
});

const ATTACKS = [
  "a\r\nBcc: espia@malo.example\r\n\r\nhola",
  "a\nBcc: espia@malo.example",
  "a\rBcc: espia@malo.example",
  "a\u2028Bcc: espia@malo.example\u2029X-Malo: 1",
  "a\u0085Bcc: espia@malo.example\u000b\u0000",
  "a\r\n Bcc: espia@malo.example",
  "=?utf-8?B?YQ0KQmNjOiBlc3BpYUBtYWxvLmV4YW1wbGU=?=",
  '"a", <espia@malo.example>, b <espia@malo.example>; c',
  "\r\n.\r\nMAIL FROM:<espia@malo.example>\r\nRCPT TO:<espia@malo.example>\r\nDATA\r\n",
  "ñ".repeat(20_000),
  `${"a".repeat(3_000)}\r\nBcc: espia@malo.example`,
  "\ud800a\udfff",
  "\u202eelpmaxe.olam@aipse\u202c",
  "%0d%0aBcc: espia@malo.example",
];

test.each(ATTACKS.map((attack) => [JSON.stringify(attack).slice(0, 60), attack]))(
  "%s adds no header and no recipient",
  async (_, attack) => {
    const hostile: Letter = {
      ...letter,
      subject: `Tu carpeta ${attack}`,
      preview: attack,
      blocks: [
        { kind: "heading", text: attack },
        { kind: "paragraph", text: attack },
        { kind: "list", items: [{ name: attack, detail: attack }] },
        { kind: "button", text: attack, link: `${APP}/study?carpeta=${attack}` },
        { kind: "note", text: attack },
      ],
      reason: attack,
      unsubscribe: { link: `${APP}/unsubscribe#token=${attack}`, oneClick: `${APP}/unsubscribe?token=${attack}` },
    };
    const before = server.submissions;
    const { raw, to } = await deliver(composeLetter(hostile, setting));
    expect(server.submissions).toBe(before + 1);
    expect(to).toEqual(["ana@correo.example"]);
    expect(headerNames(raw)).toEqual(HEADERS);
    const parsed = await PostalMime.parse(raw);
    expect(parsed.to).toEqual([{ address: "ana@correo.example", name: "" }]);
    expect(parsed.bcc).toBeUndefined();
    expect(parsed.subject?.length).toBeLessThanOrEqual(150);

    // The same is true of a message that was not composed from a letter.
    const bare = { ...composeLetter(letter, setting), subject: attack, oneClickUnsubscribe: `${APP}/${attack}` };
    const bareDelivery = await deliver(bare);
    expect(bareDelivery.to).toEqual(["ana@correo.example"]);
    expect(headerNames(bareDelivery.raw)).toEqual(HEADERS);
    // RFC 5322 limits a header line to 998 characters.
    const [head = ""] = bareDelivery.raw.toString("latin1").split("\r\n\r\n");
    if (!/aaaa|ñññ/.test(bare.oneClickUnsubscribe)) {
      expect(Math.max(...head.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(998);
    }
  },
);

test.each([
  "",
  "ana",
  "ana@correo.example, espia@malo.example",
  "ana@correo.example;espia@malo.example",
  "Ana <espia@malo.example>",
  "<espia@malo.example>",
  "ana@correo.example\r\nBcc: espia@malo.example",
  "ana@correo.example\nRCPT TO:<espia@malo.example>",
  "ana@correo.example\u2028",
  '"ana\r\n"@correo.example',
  '"ana@malo.example> SIZE=1"@correo.example',
  "ana@correo.example ",
  "ana@malo.example@correo.example",
  "grupo: espia@malo.example;",
  `ana@${"a".repeat(300)}.example`,
  "ana@correo.example\u0000",
])("%j is refused as a recipient", async (to) => {
  const before = server.submissions;
  await expect(smtp.send({ ...composeLetter(letter, setting), to })).rejects.toBeInstanceOf(RefusedMail);
  expect(server.submissions).toBe(before);
});

test("nothing is sent with an invalid Message-ID", async () => {
  const before = server.submissions;
  for (const messageId of ["", "a@b", "<a@b>\r\nBcc: c@d", "<a b@c>", "<a@b> <c@d>", "<ñ@b>"]) {
    await expect(smtp.send({ ...composeLetter(letter, setting), messageId })).rejects.toThrow("Message-ID");
  }
  expect(server.submissions).toBe(before);
});

test("the contents of a file or an address are never read into a message", async () => {
  const content = { path: "/etc/hostname" } as unknown as string;
  await expect(smtp.send({ ...composeLetter(letter, setting), text: content })).rejects.toThrow();
  const page = { href: server.url } as unknown as string;
  await expect(smtp.send({ ...composeLetter(letter, setting), html: page })).rejects.toThrow();
});

test("the outbox contains the same message once, however often it is sent, and only the operator may read it", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "outbox-"));
  try {
    const written: string[] = [];
    const send = openMailFolder(path.join(folder, "outbox"), FROM, (file) => written.push(file));
    const mail = composeLetter(letter, setting);
    await Promise.all([send(mail), send(mail)]);
    await send({ ...mail, messageId: "<otra@repasa.example>" });
    const files = await readdir(path.join(folder, "outbox"));
    expect(files.every((name) => name.endsWith(".eml"))).toBe(true);
    expect(files).toHaveLength(2);
    expect(written).toHaveLength(3);
    const file = written[0] ?? "";
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const raw = await readFile(file);
    expect(headerNames(raw)).toEqual(HEADERS);
    const parsed = await PostalMime.parse(raw);
    const delivered = await PostalMime.parse((await deliver(mail)).raw);
    expect(parsed.text).toBe(delivered.text);
    expect(parsed.html).toBe(delivered.html);
  } finally {
    await rm(folder, { recursive: true });
  }
});
