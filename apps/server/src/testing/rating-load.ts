import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Card } from "@repasa/contract/cards.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { type HttpStudent, signUp } from "./http-student.ts";

/** Of each device. */
const PAUSE_MS = 100;
const CARDS = 6;
const RATINGS = ["easy", "medium", "hard"] as const;

type Failure = number | string;

/** Students with two devices each, who rate one card after another, each rating again and again until it is taken. */
export async function beginRating(url: string, students: number) {
  const everybody = await Promise.all(Array.from({ length: students }, () => withCards(url)));
  const taken = new Set<string>();
  const failures: Failure[] = [];
  let goesOn = true;

  async function rate({ student, cardIds }: Awaited<ReturnType<typeof withCards>>): Promise<void> {
    for (let turn = 0; goesOn; turn++) {
      const reviewId = randomUUID();
      const rating = { reviewId, difficulty: RATINGS[turn % RATINGS.length] };
      while (!(await sent(student, `/api/cards/${cardIds[turn % cardIds.length]}/review`, rating)))
        await delay(PAUSE_MS);
      taken.add(reviewId);
      await delay(PAUSE_MS);
    }
  }

  async function sent(student: HttpStudent, path: string, rating: object): Promise<boolean> {
    const status = await student.call(url, "POST", path, rating).then(
      (answer) => answer.status,
      (error: Error) => String(error.cause ?? error),
    );
    if (status !== 200) failures.push(status);
    return status === 200;
  }

  const devices = everybody.flatMap((one) => [rate(one), rate(one)]);
  return {
    /** The ids of ratings that were acknowledged. */
    taken,
    /** What was answered instead of that, since the last look. */
    failed: (): Failure[] => failures.splice(0),
    async stop(): Promise<void> {
      goesOn = false;
      await Promise.all(devices);
    },
  };
}

async function withCards(url: string): Promise<{ student: HttpStudent; cardIds: number[] }> {
  const student = await signUp(url);
  const { body: folder } = await student.call<Folder>(url, "POST", "/api/folders", { name: "Química" });
  const cardIds: number[] = [];
  for (let index = 0; index < CARDS; index++) {
    const faces = { front: `pregunta ${index}`, back: "respuesta" };
    cardIds.push((await student.call<Card>(url, "POST", `/api/folders/${folder.id}/cards`, faces)).body.id);
  }
  return { student, cardIds };
}
