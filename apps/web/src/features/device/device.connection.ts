/** An open database, of which a connection needs no more than this. */
type Closable = { close: () => void };

type Options<Database> = {
  /** @throws or rejects if the browser has no database, or does not open it. */
  open: () => Promise<Database>;
  /** How long work waits for the database to open, in milliseconds; by default as long as it takes. */
  patienceMs?: number;
  /** Is called when the database has opened after work failed because it had not. */
  onOpenedLate?: () => void;
};

type Opening<Database> = { database: Promise<Database>; isLate: boolean };

/**
 * In milliseconds. Work waits in steps, because a page that is busy for seconds hears late of a database that has opened: of the time
 * in which nothing is heard, only one step counts.
 */
const STEP_MS = 250;

/** The database has not opened in time, and may still do so. */
export class DatabaseLate extends Error {
  override readonly name = "DatabaseLate";
}

/** Thrown by a connection that has ended. */
class ConnectionEnded extends Error {
  override readonly name = "ConnectionEnded";
}

/**
 * Opens a database when it is first used, and again if the browser has closed the connection, as iOS does with pages in the
 * background.
 */
export class DatabaseConnection<Database extends Closable> {
  readonly #options: Options<Database>;
  #opened: Opening<Database> | undefined;
  #hasEnded = false;

  constructor(options: Options<Database>) {
    this.#options = options;
  }

  /**
   * Runs work on the open database.
   *
   * @param work Is run again if the connection was lost, so that it must consist of one transaction, or only read.
   * @param patienceMs How long it waits for the database to open, if not as long as all work.
   * @throws the error of the work, or of opening, or `DatabaseLate`; the next use opens again, unless the connection has ended.
   */
  async use<T>(work: (database: Database) => Promise<T>, patienceMs = this.#options.patienceMs): Promise<T> {
    const used = this.#connect();
    try {
      return await work(await this.#waitFor(used, patienceMs));
    } catch (error) {
      if (!isLost(error)) throw error;
      if (this.#opened === used) this.#opened = undefined;
      return work(await this.#waitFor(this.#connect(), patienceMs));
    }
  }

  /** Closes the database for good: it has been removed, and work that is late must not create it anew. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    await this.close();
  }

  /** A database that has not opened yet is closed once it has; nobody waits for that, because some never open. */
  async close(): Promise<void> {
    void this.#opened?.database.then(
      (database) => database.close(),
      () => {},
    );
    this.#opened = undefined;
  }

  #connect(): Opening<Database> {
    if (this.#hasEnded) throw new ConnectionEnded();
    if (!this.#opened) {
      // In a promise, because some browsers throw at once where they forbid databases.
      const opening = { database: Promise.resolve().then(this.#options.open), isLate: false };
      this.#opened = opening;
      opening.database.then(
        () => opening.isLate && this.#options.onOpenedLate?.(),
        () => {
          if (this.#opened === opening) this.#opened = undefined;
        },
      );
    }
    return this.#opened;
  }

  /** Waits for a database that may open late, as on a slow phone after a crash, or never: it keeps only the first work waiting. */
  async #waitFor(opening: Opening<Database>, patienceMs: number | undefined): Promise<Database> {
    if (patienceMs === undefined) return opening.database;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<never>((_, reject) => {
      const wait = (left: number) => {
        timer = setTimeout(
          () => {
            if (left > STEP_MS) return wait(left - STEP_MS);
            opening.isLate = true;
            reject(new DatabaseLate());
          },
          Math.min(left, STEP_MS),
        );
      };
      wait(opening.isLate ? 0 : patienceMs);
    });
    try {
      const database = await Promise.race([opening.database, timeout]);
      opening.isLate = false;
      return database;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The names that browsers give: a transaction on a closed connection, and Safari's "Connection to Indexed Database server lost". */
function isLost(error: unknown): boolean {
  if (!(error instanceof DOMException)) return false;
  return error.name === "InvalidStateError" || (error.name === "UnknownError" && /connection/i.test(error.message));
}
