import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Card } from "@repasa/contract/cards.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { type HttpStudent, signUp } from "./http-student.ts";

/** The pause of each device between its requests. */
const PAUSE_MS = 100;
const CARDS = 6;
const RATINGS = ["easy", "medium", "hard"] as const;

type Failure = number | string;

/** Starts students with two devices each, who rate one card after another; a device repeats each rating until it is accepted. */
export async function startRatingLoad(url: string, students: number) {
  const everybody = await Promise.all(Array.from({ length: students }, () => signUpWithCards(url)));
  const accepted = new Set<string>();
  const failures: Failure[] = [];
  let isRunning = true;

  async function rate({ student, cardIds }: Awaited<ReturnType<typeof signUpWithCards>>): Promise<void> {
    for (let turn = 0; isRunning; turn++) {
      const reviewId = randomUUID();
      const rating = { reviewId, difficulty: RATINGS[turn % RATINGS.length] };
      while (!(await tryToSend(student, `/api/cards/${cardIds[turn % cardIds.length]}/review`, rating)))
        await delay(PAUSE_MS);
      accepted.add(reviewId);
      await delay(PAUSE_MS);
    }
  }

  async function tryToSend(student: HttpStudent, path: string, rating: object): Promise<boolean> {
    const status = await student.call(url, "POST", path, rating).then(
      (response) => response.status,
      (error: Error) => String(error.cause ?? error),
    );
    if (status !== 200) failures.push(status);
    return status === 200;
  }

  const devices = everybody.flatMap((one) => [rate(one), rate(one)]);
  return {
    /** The ids of ratings that were acknowledged. */
    accepted,
    /** Returns the other statuses and the errors since the last call. */
    takeFailures: (): Failure[] => failures.splice(0),
    async stop(): Promise<void> {
      isRunning = false;
      await Promise.all(devices);
    },
  };
}

async function signUpWithCards(url: string): Promise<{ student: HttpStudent; cardIds: number[] }> {
  const student = await signUp(url);
  const { body: folder } = await student.call<Folder>(url, "POST", "/api/folders", { name: "Química" });
  const cardIds: number[] = [];
  for (let index = 0; index < CARDS; index++) {
    const faces = { front: `pregunta ${index}`, back: "respuesta" };
    cardIds.push((await student.call<Card>(url, "POST", `/api/folders/${folder.id}/cards`, faces)).body.id);
  }
  return { student, cardIds };
}
