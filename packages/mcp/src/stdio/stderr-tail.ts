const TAIL_BYTES = 8 * 1_024;
/** Shorter values occur in many words by chance. */
const MIN_SECRET_BYTES = 6;

/** The end of a command's standard error, without the values of its saved environment. */
export class StderrTail {
  readonly #secrets: string[];
  readonly #keptBytes: number;
  #kept: Buffer = Buffer.alloc(0);

  constructor(secrets: string[]) {
    // Compared as bytes: lengths must not change, and a chunk may end within a character. The longest first, as one
    // value may contain another.
    this.#secrets = secrets
      .map((secret) => Buffer.from(secret).toString('latin1'))
      .filter(({ length }) => length >= MIN_SECRET_BYTES)
      .toSorted((a, b) => b.length - a.length);
    // A value that is cut by the start of the tail lies within this many extra bytes.
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
    // NUL marks a covered value: a command does not write it into text.
    return Buffer.from(covered, 'latin1').subarray(-TAIL_BYTES).toString().replace(/\0+/g, '[redacted]');
  }
}
