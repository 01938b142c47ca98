import { createAccountTurns } from "#account-turns.ts";
import { AppError } from "#app-error.ts";
import type { OwnerId } from "#owner.ts";

/** Exports that a server bears of clients that take their time, those that wait among them. */
const OF_SERVER = 50;

/** Waits until an account may begin an export, one at a time; gives what ends it. */
export function createTurns() {
  const ownTurn = createAccountTurns({ waitMs: 10_000, maxWaiting: 2, refusal: tooManyExports });
  let all = 0;
  return async function take(owner: OwnerId): Promise<() => void> {
    if (all >= OF_SERVER) throw new AppError("unavailable", "Hay demasiadas descargas a la vez. Inténtalo de nuevo.");
    all++;
    let counts = true;
    const leave = () => {
      if (counts) all--;
      counts = false;
    };
    try {
      const end = await ownTurn(owner);
      return () => {
        end();
        leave();
      };
    } catch (error) {
      leave();
      throw error;
    }
  };
}

function tooManyExports(): AppError {
  return new AppError("rate_limited", "Ya se está descargando otro archivo. Espera a que termine.", {
    retryAfterSeconds: 10,
  });
}
