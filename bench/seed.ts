import { createHash, randomUUID } from "node:crypto";
import type pg from "pg";

/** Inserts users with the ids 1 to `users` and the addresses bench1@repasa.example and so on. */
export async function insertUsers(client: pg.ClientBase, users: number, passwordHash = "-"): Promise<void> {
  await client.query(
    `INSERT INTO users (email, password_hash, created_at, updated_at)
     SELECT 'bench' || n || '@repasa.example', $2, '2026-01-01Z', '2026-01-01Z' FROM generate_series(1, $1::int) AS n`,
    [users, passwordHash],
  );
}

/** Inserts `each` folders for every user: those of the first user have the ids 1 to `each`, and so on. */
export async function insertFolders(client: pg.ClientBase, each: number): Promise<void> {
  await client.query(
    `INSERT INTO folders (user_id, name, created_at, updated_at)
     SELECT users.id, 'Materia ' || n, '2026-01-01Z', '2026-01-01Z' FROM users, generate_series(1, $1::int) AS n
     ORDER BY users.id, n`,
    [each],
  );
}

/** Inserts `each` new cards into every folder that has none. */
export async function insertCards(client: pg.ClientBase, each: number): Promise<void> {
  await client.query(
    `INSERT INTO cards (user_id, folder_id, front, back, created_at, updated_at)
     SELECT user_id, id, 'Una pregunta de longitud corriente, la número ' || n, 'Su respuesta, la ' || n,
       '2026-01-01Z', '2026-01-01Z'
     FROM folders, generate_series(1, $1::int) AS n
     WHERE NOT EXISTS (SELECT 1 FROM cards WHERE folder_id = folders.id)`,
    [each],
  );
}

/** Creates a session of a user, which the cookie `repasa` with the secret identifies. */
export async function insertSession(client: pg.ClientBase, user: number, secret: string): Promise<void> {
  const now = new Date();
  const at = now.toISOString();
  await client.query("INSERT INTO sessions (sid, user_id, sess, expire) VALUES ($1, $2, $3, $4)", [
    createHash("sha256").update(secret).digest("hex"),
    user,
    { id: randomUUID(), userAgent: null, createdAt: at, lastSeenAt: at },
    new Date(now.getTime() + 60 * 86_400_000),
  ]);
}
