import { pngSample } from "@repasa/card-files/testing/media-samples.ts";
import { describe, expect, it } from "vitest";
import { downloadMedia, uploadMedia } from "#testing/media-calls.ts";
import { ana, author, link, shareBeforeEach, shared } from "#testing/shared-folder.ts";
import { addCard, editCard, follow, listCards, pull } from "#testing/sharing-world.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const app = await sharedTestApp({ now: "2026-03-10T12:00:00Z", environment: { MEDIA_LIMIT_MB: "1" } });
const image = (id: string) => ({ front: `![](media:${id})`, back: "b", format: "markdown" as const });

shareBeforeEach(app);

const upload = async (client: TestClient, file = pngSample()) => (await uploadMedia(app, client, file)).body.id;
const countStored = async (table: string) =>
  (await app.database.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n as number;

describe("The media of a followed folder", () => {
  it("are stored once for all followers, and outlive the author's account", async () => {
    const id = await upload(author);
    await addCard(author, shared.id, image(id));
    const eva = await app.register();
    const before = await countStored("media_data");
    await follow(ana, link);
    await follow(eva, link);
    expect([await countStored("media_data"), await countStored("shared_media")]).toEqual([before, 1]);
    await author.delete("/api/auth/delete-account", { body: { password: "una clave larga" } });
    for (const client of [ana, eva]) {
      const { status, body } = await downloadMedia(app, client, id);
      expect([status, body.equals(pngSample())]).toEqual([200, true]);
    }
    const exported = await ana.get<{ media: { data: string }[] }>("/api/account/export");
    expect(exported.body.media).toMatchObject([{ id, data: pngSample().toString("base64") }]);
    expect((await downloadMedia(app, await app.register(), id)).status).toBe(404);
  });

  it("come with a pull", async () => {
    const card = await addCard(author, shared.id);
    const followed = await follow(ana, link);
    const id = await upload(author);
    await editCard(author, card, image(id));
    await pull(ana, followed.id);
    expect((await downloadMedia(app, ana, id)).status).toBe(200);
  });

  it("for which there is no room are named, and their cards arrive", async () => {
    const id = await upload(author);
    await app.database.pool.query("update media set bytes = 2000000 where user_id = $1", [author.userId]);
    await addCard(author, shared.id, image(id));
    const followed = await follow(ana, link);
    expect(followed.missingMedia).toEqual([id]);
    expect(await listCards(ana, followed.id)).toMatchObject([image(id)]);
    expect((await downloadMedia(app, ana, id)).status).toBe(404);
  });

  it("are deleted once no account has them", async () => {
    await app.database.pool.query("delete from shared_media");
    await addCard(author, shared.id, image(await upload(author, pngSample({ width: 5, height: 5 }))));
    const followed = await follow(ana, link);
    const clean = async () => {
      app.clock.advance(8 * 86_400_000);
      await app.runHandler("media", "deleteUnused");
    };
    await clean();
    expect(await countStored("shared_media")).toBe(1);
    expect((await ana.delete(`/api/folders/${followed.id}`)).status).toBe(204);
    await clean();
    await clean();
    expect(await countStored("shared_media")).toBe(0);
  });
});
