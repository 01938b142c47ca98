/** What both of our databases are to a connection. */
type Closable = { close: () => void };

/** Thrown by a connection that has ended. */
class ConnectionEnded extends Error {
  override readonly name = "ConnectionEnded";
}

/**
 * Opens a database when it is first used, and again if the browser has closed the connection, as iOS does with pages in the
 * background.
 */
export class DatabaseConnection<Database extends Closable> {
  readonly #open: () => Promise<Database>;
  #opened: Promise<Database> | undefined;
  #hasEnded = false;

  constructor(open: () => Promise<Database>) {
    this.#open = open;
  }

  /**
   * Runs work on the open database.
   *
   * @param work Is run again if the connection was lost, so that it must consist of one transaction, or only read.
   * @throws the error of the work, or of opening; the next use opens again, unless the connection has ended.
   */
  async use<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const used = this.#connect();
    try {
      return await work(await used);
    } catch (error) {
      if (!isLost(error)) throw error;
      if (this.#opened === used) this.#opened = undefined;
      return work(await this.#connect());
    }
  }

  /** Closes the database for good: it has been removed, and work that is late must not create it anew. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    await this.close();
  }

  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    (await opened?.catch(() => undefined))?.close();
  }

  #connect(): Promise<Database> {
    if (this.#hasEnded) return Promise.reject(new ConnectionEnded("The database has been removed"));
    if (!this.#opened) {
      const opening = this.#open();
      this.#opened = opening;
      opening.catch(() => {
        if (this.#opened === opening) this.#opened = undefined;
      });
    }
    return this.#opened;
  }
}

/** The names that browsers give: a transaction on a closed connection, and Safari's "Connection to Indexed Database server lost". */
function isLost(error: unknown): boolean {
  if (!(error instanceof DOMException)) return false;
  return error.name === "InvalidStateError" || (error.name === "UnknownError" && /connection/i.test(error.message));
}
