import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listAccepted } from "#alternatives.ts";
import { anyText } from "#testing/texts.ts";

describe("listAccepted", () => {
  it.each([
    ["coche", ["coche"]],
    ["coche / auto", ["coche / auto", "coche", "auto"]],
    ["coche;auto\nbuga", ["coche;auto\nbuga", "coche", "auto", "buga"]],
    ["coche (rojo)", ["coche (rojo)", "coche rojo", "coche"]],
    ["be – was/were – been", ["be – was/were – been", "be – was – been", "be – were – been"]],
    ["a – x/yy – b", ["a – x/yy – b"]],
    ["km/h / mph", ["km/h / mph", "km/h", "mph"]],
    ["sal, pan/vino; agua", ["sal, pan/vino; agua", "sal, pan", "sal, vino", "agua"]],
    ["rojo (claro/oscuro; mate)", ["rojo (claro/oscuro; mate)", "rojo claro/oscuro; mate", "rojo"]],
    ["agua / 2", ["agua / 2"]],
    ["cos(θ)", ["cos(θ)"]],
    ["a(b)c(d) = 2", ["a(b)c(d) = 2"]],
    ["x = 2 (metros)", ["x = 2 (metros)", "x = 2 metros", "x = 2"]],
    [
      "uno (dos (tres (cuatro)))",
      ["uno (dos (tres (cuatro)))", "uno dos (tres (cuatro))", "uno dos tres (cuatro)", "uno dos", "uno"],
    ],
    ["uno) (dos", ["uno) (dos"]],
    ["/", ["/"]],
    ["", []],
  ])("lists what %j accepts", (answer, accepted) => {
    expect(listAccepted(answer)).toEqual(accepted);
  });

  it("accepts long answers with all of their optional parts, and with none", () => {
    const answer = Array.from({ length: 30 }, (_, at) => `uno${"x".repeat(at)} (dos)`).join(" ");
    const accepted = listAccepted(answer);
    expect(accepted).toContain(answer.replaceAll(/[()]/g, ""));
    expect(accepted).toContain(answer.replaceAll(/ \(dos\)/g, ""));
    expect(accepted.length).toBeLessThan(100);
  });

  it("lists the whole answer first, each text once, and none that is empty", () => {
    fc.assert(
      fc.property(anyText, (answer) => {
        const accepted = listAccepted(answer);
        expect(accepted[0] ?? "").toBe(answer.normalize("NFC").trim());
        expect(new Set(accepted).size).toBe(accepted.length);
        expect(accepted).not.toContain("");
      }),
    );
  });
});
