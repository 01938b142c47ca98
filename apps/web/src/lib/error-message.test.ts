// @vitest-environment node
import { describe, expect, it } from "vitest";
import { ApiError, NetworkError, UnexpectedResponseError } from "#lib/api-error.ts";
import { errorMessage } from "#lib/error-message.ts";

const FALLBACK = "Error al crear la carta";

describe("errorMessage", () => {
  it.each<[string, unknown, string]>([
    ["a JSON body with a message", new Error('{"message":"Ya existe"}'), "Ya existe"],
    ["a status and a JSON body", new Error('409: {"message":"Ya existe","code":"conflict"}'), "Ya existe"],
    ["a status and plain text", new Error("500: Algo se rompió"), "Algo se rompió"],
    ["a text with a colon of its own", new Error("400: Falta: el nombre"), "Falta: el nombre"],
    ["raw text", new Error("Sin espacio en el disco"), "Sin espacio en el disco"],
    ["a string instead of an error", '402: {"message":"Límite alcanzado"}', "Límite alcanzado"],
    ["white space around the message", new Error('400: {"message":"  Revisa los datos \\n"}'), "Revisa los datos"],
    ["a body of several lines", new Error('400:\n{\n "message": "Revisa los datos"\n}'), "Revisa los datos"],
    ["no body", new Error("500: "), FALLBACK],
    ["an empty text", new Error(""), FALLBACK],
    ["no error", undefined, FALLBACK],
    ["a status text in place of a body", new Error("503: Service Unavailable"), FALLBACK],
    ["JSON without a message", new Error('500: {"error":"x"}'), FALLBACK],
    ["an empty message", new Error('500: {"message":" "}'), FALLBACK],
    ["a message that is not a text", new Error('500: {"message":{"a":1}}'), FALLBACK],
    ["an error page of a proxy", new Error("502: <html><body>Bad gateway</body></html>"), FALLBACK],
    [
      "a response with a message",
      new ApiError(400, "Bad Request", '{"message":"Revisa los datos"}'),
      "Revisa los datos",
    ],
    ["a response without a body", new ApiError(500, "Internal Server Error", ""), FALLBACK],
    ["a response without a body, with an unusual status text", new ApiError(520, "Web Server Odd", ""), FALLBACK],
    ["a response of another shape", new UnexpectedResponseError("GET /api/folders answered something else"), FALLBACK],
    ["no response", new NetworkError(new TypeError("Failed to fetch")), FALLBACK],
  ])("reads %s", (_, error, expected) => {
    expect(errorMessage(error, FALLBACK)).toBe(expected);
  });
});
