import { accountEndpoints } from "@repasa/contract/account.ts";
import { authEndpoints } from "@repasa/contract/auth.ts";
import { expect, it } from "vitest";
import { findResponseProblem } from "./contract-check.ts";

const { login, logout, requestReset } = authEndpoints;
const wrong = JSON.stringify({ message: "No", code: "invalid_credentials" });

it.each([
  [requestReset, 200, '{"message":"Hecho"}'],
  [logout, 204, ""],
  [login, 401, wrong],
  [login, 429, '{"message":"Espera","code":"rate_limited"}'],
  [logout, 401, '{"message":"Unauthorized"}'],
  [login, 400, '{"message":"No","code":"validation_failed","issues":[{"path":"email","message":"No"}]}'],
  [accountEndpoints.deleteAccount, 403, '{"message":"No","code":"password_required"}'],
])("accepts an answer that the contract describes: %#", (endpoint, status, text) => {
  expect(findResponseProblem(endpoint, status, text)).toBeNull();
});

it.each([
  [requestReset, 201, '{"message":"Hecho"}', "answers 201"],
  [requestReset, 200, "{}", "message"],
  [requestReset, 200, '{"message":"Hecho","more":1}', "more"],
  [logout, 204, "{}", "body"],
  [logout, 401, wrong, "does not list"],
  [login, 400, wrong, "status"],
  [login, 404, '{"message":"No","code":"not_found"}', "does not list"],
  [login, 409, '{"message":"No","code":"unheard_of"}', "another body"],
  [login, 500, '{"code":"internal"}', "another body"],
  [login, 500, '{"message":"No","code":"internal","stack":"at"}', "another body"],
  [requestReset, 401, '{"message":"Unauthorized"}', "does not list"],
])("reports an answer that the contract does not describe: %#", (endpoint, status, text, problem) => {
  expect(findResponseProblem(endpoint, status, text)).toContain(problem);
});
