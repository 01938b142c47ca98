import { describe, expect, it } from "vitest";
import { momentAt } from "#platform/time/local-days.ts";
import { refusingThrottle } from "#testing/refusing-throttle.ts";
import { sharedTestApp } from "#testing/test-app.ts";
import { testContext } from "#testing/test-context.ts";
import { sendFeedback } from "./feedback.service.ts";

const NOW = new Date("2026-03-10T12:00:00Z");
const THANKS = { message: "¡Gracias por tu opinión!" };

const app = await sharedTestApp({ now: NOW.toISOString() });
const ana = await app.register();
const visitor = app.visitor();

async function selectLastRow(): Promise<Record<string, unknown>> {
  const { rows } = await app.database.pool.query("select * from feedback order by id desc limit 1");
  return rows[0];
}

describe("feedback", () => {
  it("is stored for the signed-in user, whatever address the body contains", async () => {
    const response = await ana.post("/api/feedback", {
      rating: 2,
      feedback: "  Más colores  ",
      timestamp: "2026-03-10T11:59:00.000Z",
      userAgent: "Navegador/1",
      userId: ana.userId + 1000,
      email: "otra@example.com",
    });
    expect(response).toMatchObject({ status: 201, body: THANKS });
    expect(await selectLastRow()).toEqual({
      id: expect.any(Number),
      user_id: ana.userId,
      rating: 2,
      feedback: "Más colores",
      email: null,
      user_agent: "Navegador/1",
      timestamp: new Date("2026-03-10T11:59:00.000Z"),
      created_at: NOW,
      answered_at: null,
    });
  });

  it("is stored for a visitor with the given address and without an account", async () => {
    const response = await visitor.post("/api/feedback", {
      rating: 5,
      email: " Luis@Example.com ",
      userId: ana.userId,
    });
    expect(response).toMatchObject({ status: 201, body: THANKS });
    expect(await selectLastRow()).toMatchObject({
      user_id: null,
      rating: 5,
      feedback: "",
      email: "luis@example.com",
      timestamp: null,
      created_at: NOW,
    });
    await visitor.post("/api/feedback", { rating: 1 });
    expect(await selectLastRow()).toMatchObject({ user_id: null, rating: 1, email: null });
  });

  it("is stored without a timestamp if that is before 1970", async () => {
    for (const timestamp of ["0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "1969-12-31T23:59:59.999Z"]) {
      expect(await visitor.post("/api/feedback", { rating: 3, timestamp })).toMatchObject({ status: 201 });
      expect(await selectLastRow()).toMatchObject({ timestamp: null });
    }
    await visitor.post("/api/feedback", { rating: 3, timestamp: "9999-12-31T23:59:59.999999999Z" });
    expect(await selectLastRow()).toMatchObject({ timestamp: new Date("9999-12-31T23:59:59.999Z") });
  });

  it("is stored with an address that becomes longer in lower case", async () => {
    expect(await visitor.post("/api/feedback", { rating: 3, email: "İ".repeat(255) })).toMatchObject({ status: 201 });
    expect((await selectLastRow()).email).toHaveLength(255);
  });

  const stars = "La valoración debe ser de 1 a 5 estrellas";
  it.each([
    [{}, "rating", stars],
    [{ rating: 0 }, "rating", stars],
    [{ rating: 6 }, "rating", stars],
    [{ rating: 2.5 }, "rating", stars],
    [{ rating: "5" }, "rating", stars],
    [{ rating: 5, feedback: 7 }, "feedback", "Debe ser un texto"],
    [{ rating: 5, feedback: "a".repeat(5001) }, "feedback", "El texto no puede superar los 5000 caracteres"],
    [{ rating: 5, feedback: "\u0000" }, "feedback", "El texto contiene caracteres no válidos"],
    [{ rating: 5, email: "a".repeat(256) }, "email", "El texto no puede superar los 255 caracteres"],
    [{ rating: 5, userAgent: "a".repeat(1001) }, "userAgent", "El texto no puede superar los 1000 caracteres"],
    [{ rating: 5, timestamp: "ayer" }, "timestamp", "Fecha y hora no válidas"],
  ])("is refused with an invalid value: %#", async (body, path, message) => {
    const response = await visitor.post("/api/feedback", body);
    expect(response.status).toBe(400);
    expect(response.body).toEqual({ message, code: "validation_failed", issues: [{ path, message }] });
  });

  it("is throttled by address before anything is stored", async () => {
    const { throttle, taken } = refusingThrottle();
    const ctx = testContext(app.database, { throttle });
    const before = await selectLastRow();
    const client = { address: "203.0.113.7", userAgent: null };
    const sending = sendFeedback(ctx, null, momentAt(NOW, { timeZone: "UTC", dayStartHour: 4 }), client, {
      rating: 5,
      feedback: "",
    });
    await expect(sending).rejects.toThrow("too many");
    expect(taken).toEqual([["feedbackAddress", "203.0.113.7"]]);
    expect(await selectLastRow()).toEqual(before);
  });
});
