// @module-tag hostile
import type { Card } from "@repasa/contract/cards.ts";
import type { StudySession } from "@repasa/contract/study.ts";
import { expect, it } from "vitest";
import { sharedTestApp } from "#testing/test-app.ts";

const server = await sharedTestApp();

it.each(["0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "1969-12-31T23:59:59.999Z"])(
  "rejects a session completed at %s, before the supported years",
  async (completedAt) => {
    const ana = await server.register();
    const { body } = await ana.post<StudySession>("/api/study-sessions", {});
    const answer = await ana.put(`/api/study-sessions/${body.id}`, { completedAt });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ issues: [{ path: "completedAt", message: "Fecha y hora no válidas" }] });
  },
);

it("accepts a hundred concurrent ratings of one user", async () => {
  const ana = await server.register();
  const { body: folder } = await ana.post<{ id: number }>("/api/folders", { name: "Química" });
  const cards = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      ana.post<Card>(`/api/folders/${folder.id}/cards`, { front: `${n}`, back: "x" }),
    ),
  );
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      ana.post(`/api/cards/${cards[n % cards.length]?.body.id}/review`, { difficulty: "easy" }),
    ),
  );
  expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
});
