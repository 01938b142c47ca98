import type { Assignment, AssignmentFigures, Class } from "@repasa/contract/classes.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { createFolder } from "#testing/card-calls.ts";
import { expectBody } from "#testing/expect-body.ts";
import type { TestClient } from "#testing/test-app.ts";

export async function createClass(teacher: TestClient, name = "Historia 2.º B"): Promise<Class> {
  return expectBody(await teacher.post<Class>("/api/classes", { name }), 201);
}

export async function joinClass(
  student: TestClient,
  { code }: Pick<Class, "code">,
  form: { name?: string; sharesProgress?: boolean } = {},
): Promise<Class> {
  return expectBody(await student.post<Class>("/api/classes/join", { code, name: "Eva", ...form }), 201);
}

/** Creates a folder with cards `1`, `2` and so on. */
export async function createFolderWithCards(client: TestClient, name: string, cards = 2): Promise<Folder> {
  const folder = await createFolder(client, { name });
  for (let n = 1; n <= cards; n++) {
    await client.post(`/api/folders/${folder.id}/cards`, { front: `${name} ${n}`, back: `respuesta ${n}` });
  }
  return folder;
}

export async function assign(
  teacher: TestClient,
  { id }: Pick<Class, "id">,
  form: { name?: string; folderIds: number[]; date?: string | null },
): Promise<Assignment> {
  return expectBody(await teacher.post<Assignment>(`/api/classes/${id}/assignments`, { name: "Tema 1", ...form }), 201);
}

export async function readFigures(
  client: TestClient,
  { id }: Pick<Class, "id">,
  assignment: Pick<Assignment, "id">,
): Promise<AssignmentFigures> {
  return expectBody(await client.get<AssignmentFigures>(`/api/classes/${id}/assignments/${assignment.id}`), 200);
}
