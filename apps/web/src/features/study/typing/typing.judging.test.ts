// @vitest-environment node
import { listAnswers } from "@repasa/answers/card-answers.ts";
import { describe, expect, it } from "vitest";
import type { AnsweredCard } from "#features/study/study.other-answers.ts";
import { listOtherAnswers } from "#features/study/study.other-answers.ts";
import { type Choice, choices } from "#features/study/study.state.ts";
import { acceptAsKnown, checkAnswer } from "#features/study/typing/typing.judging.ts";
import { formatVerdict } from "#features/study/typing/typing.wording.ts";
import { describeListVerdict } from "#lib/list-verdict.ts";

let ids = 0;

function cardOf(front: string, back: string, changes: Partial<AnsweredCard> = {}): AnsweredCard {
  ids += 1;
  return { id: ids, front, back, format: "plain", variant: null, ...changes };
}

const high = cardOf("Tensión alta", "la hipertensión");
const low = cardOf("Tensión baja", "la hipotensión");
const others = listOtherAnswers([high, low]);

function check(typed: string[], { card = high, strictAccents = false, rated = choices as readonly Choice[] } = {}) {
  const checked = checkAnswer(card, typed, { others, strictAccents, language: null, choices: rated });
  return { ...checked, words: formatVerdict(checked) };
}

describe("a typed answer", () => {
  it.each([
    ["Hipertensión", { verdict: "right", preselected: "medium", words: "Correcto" }],
    ["hipertension", { verdict: "accent", preselected: "medium", words: "Correcto: falta la tilde" }],
    ["hípertensión", { verdict: "accent", preselected: "medium", words: "Correcto: sobra la tilde" }],
    ["hipertensin", { verdict: "close", preselected: "hard", words: "Casi: mira cómo se escribe" }],
    ["hipotensión", { verdict: "wrong", preselected: "forgotten", words: "Incorrecto: responde a «Tensión baja»" }],
    ["el corazón", { verdict: "wrong", preselected: "forgotten", words: "Incorrecto" }],
    [" ", { verdict: "wrong", preselected: "forgotten", words: "No la recordaste" }],
  ])("%j is judged as %o", (typed, judged) => {
    expect(check([typed])).toMatchObject({ mode: "type", ...judged });
  });

  it("is wrong without its accent in a folder where accents count, and says so", () => {
    expect(check(["hipertension"], { strictAccents: true })).toMatchObject({
      verdict: "wrong",
      words: "Incorrecto: falta la tilde",
    });
  });

  it("counts as recalled once the student says that they knew it", () => {
    const known = acceptAsKnown(check(["otra cosa"]), choices);
    expect(known).toMatchObject({ verdict: "wrong", preselected: "medium" });
    expect(formatVerdict(known)).toBe("Cuenta como recordada");
  });

  it("is proposed as hard after a hint, unless it is wrong or the card had options", () => {
    const hinted = { rated: ["hard", "forgotten"] as const };
    for (const typed of ["hipertensión", "hipertension", "hipertensin"])
      expect(check([typed], hinted).preselected).toBe("hard");
    const wrong = check(["otra cosa"], hinted);
    expect([wrong.preselected, acceptAsKnown(wrong, hinted.rated).preselected]).toEqual(["forgotten", "hard"]);
    expect(check(["hipertensión"], { rated: ["forgotten"] }).preselected).toBe("forgotten");
  });

  it("never belongs to the card itself", () => {
    expect(check(["corazón"], { card: cardOf("Bombea", "hígado") }).belongsTo).toBeNull();
    const pump = cardOf("Bombea sangre", "corazon");
    const checked = checkAnswer(pump, ["corazón"], {
      others: listOtherAnswers([pump, cardOf("Órgano", "corazón")]),
      strictAccents: false,
      language: null,
      choices,
    });
    expect(checked).toMatchObject({ verdict: "wrong", belongsTo: "Órgano" });
  });
});

describe("a list", () => {
  const card = cardOf("Colores", "- rojo\n- azul\n- verde");

  it.each([
    ["verde, rojo y azul", "right", undefined],
    ["berde, rojo, azul", "close", undefined],
    ["verde\nrojo", "wrong", "Falta: azul"],
    ["rojo, rosa", "wrong", "Faltan: azul, verde"],
    ["rojo, azul, verde, rosa", "wrong", "Sobra: rosa"],
    ["rojo, azul, verde, rosa, lila", "wrong", "Sobran: rosa, lila"],
  ])("%j is %s: %s", (typed, verdict, about) => {
    const checked = check([typed], { card });
    expect([checked.verdict, checked.list && describeListVerdict(checked.list)]).toEqual([verdict, about]);
  });

  it("says that the order counts where nothing else is wrong", () => {
    const { list } = check(["dos, uno"], { card: cardOf("Números", "1. uno\n2. dos") });
    expect(list && describeListVerdict(list)).toBe("El orden cuenta");
    expect(check(["Hipertensión"]).list).toBeUndefined();
  });
});

describe("a card with gaps", () => {
  const text = "{{c2::ATP}}: la {{c1::**mitocondria**}} es {{c1::central::lugar}}";
  const card = cardOf(text, "", { format: "markdown", variant: "c1" });

  it("asks for the gaps with its number, in the order of the text", () => {
    expect(listAnswers(card).map((answer) => answer.text)).toEqual(["**mitocondria**", "central"]);
  });

  it("is right only if all gaps are", () => {
    expect(check(["mitocondria", "central"], { card }).verdict).toBe("right");
    const half = check(["mitocondria", ""], { card });
    expect(half).toMatchObject({ verdict: "wrong", preselected: "forgotten", words: "Incorrecto" });
    expect(half.gaps.map(({ verdict }) => verdict)).toEqual(["right", "wrong"]);
  });
});
