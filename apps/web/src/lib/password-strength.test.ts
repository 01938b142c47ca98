import fc from "fast-check";
import { expect, it } from "vitest";
import { ratePassword } from "#lib/password-strength.ts";

it.each([
  ["12345678", "débil"],
  ["aaaaaaaaaaaaaaaaaaaaaaaa", "débil"],
  ["abcdefghijklmnop", "débil"],
  ["abcabcabcabcabcabc", "débil"],
  ["Contraseña2026", "débil"],
  ["password1234", "débil"],
  ["murcielago", "débil"],
  ["tortuga azul", "aceptable"],
  ["Perro7Luna", "aceptable"],
  ["tortuga bajo la lluvia", "fuerte"],
  ["Perro7Luna-Gris", "fuerte"],
  ["x7#Qm2!vRt0z", "buena"],
])("rates %s as %s", (password, strength) => {
  expect(ratePassword(password)).toMatch(new RegExp(`^Contraseña ${strength}`));
});

it("rates any text", () => {
  const anyText = fc.property(fc.string({ unit: "binary" }), (text) => ratePassword(text).startsWith("Contraseña "));
  fc.assert(anyText, { numRuns: 20 });
});
