import { describe, expect, it } from "vitest";
import { composeLetter } from "#platform/mail/letter.ts";
import { digestLetter, farewellLetter } from "./reminders.emails.ts";

const ANA = { to: "ana@repasa.example", firstName: "Ana" };
const LINKS = { appUrl: "https://repasa.example", unsubscribeToken: "7d1f0c1e-35a5-4c0e-8c11-2f2f8a3f4f55" };
const SETTING = { messageId: "<x@repasa.example>", appUrl: LINKS.appUrl, supportEmail: "soporte@repasa.example" };

const folders = (...totals: number[]) =>
  totals.map((total, index) => ({ folderId: index + 1, name: `Carpeta ${index + 1}`, total }));
const letter = (totals: number[], streak = 0, offersPlan = false) =>
  digestLetter(ANA, { folders: folders(...totals), offersPlan, streak }, LINKS);
const digest = (totals: number[], streak = 0) => composeLetter(letter(totals, streak), SETTING);

describe("digestLetter", () => {
  it.each([
    [[1], "1 carta te espera hoy"],
    [[2], "2 cartas te esperan hoy"],
    [[5, 7], "12 cartas te esperan hoy"],
    [[12_345], "12.345 cartas te esperan hoy"],
  ])("counts %j cards in the subject “%s”", (totals, subject) => {
    expect(digest(totals).subject).toBe(subject);
  });

  it("does not ask for all cards today while Home offers a plan for them", () => {
    const { subject, text } = composeLetter(letter([300, 33], 0, true), SETTING);
    expect(subject).toBe("333 cartas te esperan");
    expect(text.replaceAll("\n", " ")).toContain(
      "Tienes 333 cartas pendientes. No hace falta hacerlas hoy: puedes repartirlas en varios días.",
    );
    expect(text).not.toMatch(/Hoy tienes|Un repaso corto/);
  });

  it("lists the folders with their numbers of cards, the largest first, but not in the subject", () => {
    const { text, html, subject } = digest([1, 30, 4]);
    for (const form of [text, html]) {
      expect(form.indexOf("Carpeta 2")).toBeLessThan(form.indexOf("Carpeta 3"));
      expect(form.indexOf("Carpeta 3")).toBeLessThan(form.indexOf("Carpeta 1"));
    }
    expect(letter([1, 30]).blocks).toContainEqual({
      kind: "list",
      items: [
        { name: "Carpeta 2", detail: "30 cartas", link: "https://repasa.example/study/2" },
        { name: "Carpeta 1", detail: "1 carta", link: "https://repasa.example/study/1" },
      ],
    });
    expect(text).toContain("- Carpeta 2: 30 cartas\n  https://repasa.example/study/2\n");
    expect(html).toContain('href="https://repasa.example/study/2"');
    expect(text).toMatch(/https:\/\/repasa\.example\/study\n/);
    expect(subject).not.toContain("Carpeta");
  });

  it.each([
    [8, 8, null],
    [9, 9, null],
    [10, 8, "Y 2 carpetas más."],
    [40, 8, "Y 32 carpetas más."],
  ])("given %i folders, lists %i", (count, named, rest) => {
    const { blocks } = letter(Array(count).fill(1));
    expect(blocks.find(({ kind }) => kind === "list")).toMatchObject({ items: { length: named } });
    const texts = blocks.flatMap((block) => (block.kind === "paragraph" ? block.text : []));
    expect(texts.filter((text) => text.includes("más"))).toEqual(rest === null ? [] : [rest]);
  });

  it("contains the streak if there is one", () => {
    expect(digest([1], 1).text).toContain("Tu racha: 1 día.");
    expect(digest([1], 12).text).toContain("Tu racha: 12 días.");
    expect(digest([1], 0).text).not.toMatch(/racha/i);
    expect(digest([1], 0).html).not.toMatch(/racha/i);
  });

  it("escapes a folder's name in HTML and removes its line breaks", () => {
    const name = `<b onload="x">&\r\nBcc: todos@example.com`;
    const mail = composeLetter(
      digestLetter(ANA, { folders: [{ folderId: 1, name, total: 3 }], offersPlan: false, streak: 0 }, LINKS),
      SETTING,
    );
    expect(mail.text.replaceAll("\u200b", "")).toContain(`<b onload="x">& Bcc: todos@example.com`);
    expect(mail.html).not.toContain("<b onload");
    expect(mail.subject).toBe("3 cartas te esperan hoy");
  });

  it("prevents mail programs from turning names into links, and leaves other names unchanged", () => {
    const lure = "Mira www.evil.example o https://evil.example/x o a@evil.example";
    const send = (name: string) => {
      const content = { folders: [{ folderId: 1, name, total: 1 }], offersPlan: false, streak: 0 };
      return [
        composeLetter(digestLetter({ ...ANA, firstName: name }, content, LINKS), SETTING),
        composeLetter(farewellLetter({ ...ANA, firstName: name }, LINKS), SETTING),
      ];
    };
    for (const { subject, text, html } of send(lure)) {
      expect(`${subject}${text}${html}`).not.toMatch(/evil\.example|https?:\/\/evil|@evil/);
      expect(text.replaceAll("\u200b", "")).toContain("www.evil.example");
    }
    expect(send("Tema 3.2: células")[0]?.text).toContain("- Tema 3.2: células: 1 carta");
  });

  it("greets a user without a first name", () => {
    expect(
      digestLetter({ ...ANA, firstName: null }, { folders: folders(1), offersPlan: false, streak: 0 }, LINKS).blocks[0],
    ).toEqual({
      kind: "heading",
      text: "Hola:",
    });
  });
});

describe.each([
  ["digestLetter", letter([3])],
  ["farewellLetter", farewellLetter(ANA, LINKS)],
])("%s", (_name, one) => {
  it("links to the study screen and to the page that stops reminders, in text and in HTML", () => {
    const mail = composeLetter(one, SETTING);
    const stop = `https://repasa.example/unsubscribe#token=${LINKS.unsubscribeToken}`;
    // A provider posts to this one, and a fragment would not reach the server.
    expect(mail.oneClickUnsubscribe).toBe(`https://repasa.example/unsubscribe?token=${LINKS.unsubscribeToken}`);
    expect(mail.to).toBe(ANA.to);
    for (const form of [mail.text, mail.html]) {
      expect(form).toContain("https://repasa.example/study");
      expect(form).toContain(stop);
      expect(form).not.toContain("?token=");
      expect(form).toContain("Ana");
    }
  });
});
