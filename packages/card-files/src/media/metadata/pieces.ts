/** A file with more segments, chunks or blocks than any real one is left unchanged, because it would block other requests. */
export const MAX_PARTS = 10_000;

/** Collects the ranges of a file that are kept, and joins adjacent ones. */
export class Pieces {
  readonly #data: Buffer;
  readonly #done: Buffer[] = [];
  #from = 0;
  #to = 0;

  constructor(data: Buffer) {
    this.#data = data;
  }

  keep(from: number, to: number): void {
    if (from !== this.#to) {
      this.#close();
      this.#from = from;
    }
    this.#to = to;
  }

  add(bytes: Buffer): void {
    this.#close();
    this.#from = this.#to;
    this.#done.push(bytes);
  }

  join(): Buffer {
    this.#close();
    this.#from = this.#to;
    return Buffer.concat(this.#done);
  }

  #close(): void {
    if (this.#to > this.#from) this.#done.push(this.#data.subarray(this.#from, this.#to));
  }
}
