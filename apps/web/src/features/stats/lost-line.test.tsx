import "#testing/indexed-db.ts";
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { studyDatabase } from "#features/device/device.database.ts";
import { describeCounts } from "#features/device/device.lost.ts";
import { connectOutbox } from "#features/device/device.outbox.ts";
import { LostLine } from "#features/stats/components/lost-line.tsx";
import { renderApp } from "#testing/render.tsx";
import { sampleUser } from "#testing/sample-data.ts";
import { SignedIn } from "#testing/signed-in.tsx";

const ME = 950;
const noteLost = (userId: number) =>
  studyDatabase.use((database) => database.put("lost", { userId, counts: { "card.create": 3, "card.update": 1 } }));

it("names what was given up of the user's own work until it is dismissed", async () => {
  await noteLost(ME + 1);
  const { user } = renderApp(
    <SignedIn user={sampleUser({ id: ME })}>
      <LostLine />
    </SignedIn>,
  );
  await vi.waitFor(async () => expect(await studyDatabase.use((database) => database.count("lost"))).toBe(1));
  expect(screen.queryByText(/no se pudo guardar/)).toBeNull();
  await noteLost(ME);
  // It is found when boxes could not be opened, which the outbox tells.
  connectOutbox(ME).handleChangeElsewhere();
  await connectOutbox(ME).add({ kind: "undo", cardId: 1, reviewId: "any" });
  await screen.findByText(/no se pudo guardar: 3 cartas nuevas y 1 carta editada\.$/);
  await user.click(screen.getByRole("button", { name: "Entendido" }));
  await vi.waitFor(() => expect(screen.queryByText(/no se pudo guardar/)).toBeNull());
  expect(await studyDatabase.use((database) => database.getAllKeys("lost"))).toEqual([ME + 1]);
});

it("counts each kind in words", () => {
  expect(describeCounts({ answer: 2, "card.batch": 1, preferences: 1 })).toBe(
    "1 acción sobre cartas, 1 ajuste y 2 respuestas de tu estudio",
  );
});
