import { expect, it } from "vitest";
import { judgePassword, selectCommonPasswords } from "#auth.passwords.ts";

const common = new Set(selectCommonPasswords(["short", "iloveyou", "PassWord1"]));
const ana = { email: "ana.belen@correo.example", firstName: "Begoña", lastName: null };
const judge = (password: string, owner: Parameters<typeof judgePassword>[1] = ana) =>
  judgePassword(password, owner, common)?.replace(/ Elige otra\.$/, "") ?? null;

it("compares with common passwords in any case and spelling, of eight characters or more", () => {
  const refusal = "Esta contraseña es de las más usadas, y se adivina enseguida.";
  for (const password of ["iloveyou", "password1", "Contraseña123".normalize("NFD")])
    expect(judge(password), password).toBe(refusal);
  expect(common.has("short")).toBe(false);
});

it("takes the passwords in the order of the list, as many as the standard demands", () => {
  const known = Array.from({ length: 5000 }, (_, place) => `password-${place}`);
  const selected = selectCommonPasswords(known);
  expect(selected).toContain("password-2999");
  expect(selected).not.toContain("password-3000");
});

it.each([
  "repasa123",
  "Repasa-2026",
  "REPASA2026!!",
  "tarjetas1",
  "estudiar12345",
  "mis tarjetas",
  "repasarepasa",
  "anaestudia7",
  "exámenes2027",
])("refuses %s, which somebody would try here first", (password) => {
  expect(judge(password)).toBe("Esta contraseña es de las primeras que alguien probaría en Repasa.");
});

it.each(["anabelen", "ana_belen_99", "belen12345", "Begoña.1998"])("refuses %s, which is the owner's", (password) => {
  expect(judge(password)).toBe("La contraseña no puede ser solo tu nombre o tu correo.");
});

it.each(["ana.belen", "Ana.Belen@Correo.example"])("refuses the address itself: %s", (password) => {
  expect(judge(password)).toBe("La contraseña no puede ser tu correo.");
});

it.each([
  "repasa con calma",
  "tarjetero azul",
  "repasa123456789",
  "48151623",
  "¿¡!?¿¡!?",
  "secret-password",
  "belenes de barro",
])("accepts %s", (password) => {
  expect(judge(password)).toBeNull();
});

it("refuses nothing for an owner that is not known yet", () => {
  expect(judge("ana.belen", { email: "" })).toBeNull();
  expect(judge("a1234567", { email: "a@correo.example" })).toBeNull();
});

it("judges any text at once, whatever the address", () => {
  const owner = { email: `${["aaa", "aaaa", "aaaaa", "aaaaaa"].join(".")}@correo.example` };
  expect(judge(`${"a".repeat(4000)}b`, owner)).toBeNull();
});
