const TAIL_BYTES = 8 * 1_024;
/** Shorter ones stand in many a word by chance. */
const MIN_SECRET_BYTES = 6;

/** The end of what a command wrote to its standard error, without the values that its server saved for its environment. */
export class StderrTail {
  readonly #secrets: string[];
  readonly #keptBytes: number;
  #kept: Buffer = Buffer.alloc(0);

  constructor(secrets: string[]) {
    // As bytes: lengths must not change, and a chunk may end within a character. The longest first, as one may hold another.
    this.#secrets = secrets
      .map((secret) => Buffer.from(secret).toString('latin1'))
      .filter(({ length }) => length >= MIN_SECRET_BYTES)
      .toSorted((a, b) => b.length - a.length);
    // A value that is cut in two by the beginning of what is kept stands within this much of it.
    this.#keptBytes = TAIL_BYTES + (this.#secrets[0]?.length ?? 0);
  }

  push(chunk: Buffer): void {
    this.#kept = Buffer.concat([this.#kept, chunk]).subarray(-this.#keptBytes);
  }

  get text(): string {
    const covered = this.#secrets.reduce(
      (text, secret) => text.replaceAll(secret, '\0'.repeat(secret.length)),
      this.#kept.toString('latin1'),
    );
    // No character that a command writes into a text stands for a value.
    return Buffer.from(covered, 'latin1').subarray(-TAIL_BYTES).toString().replace(/\0+/g, '[redacted]');
  }
}
