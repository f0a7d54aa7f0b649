/** The cause of a failure often stands at the beginning, before the lines of a loop. */
const HEAD_BYTES = 4 * 1_024;
const TAIL_BYTES = 8 * 1_024;
/** Shorter values occur in many words by chance. */
const MIN_SECRET_BYTES = 6;

/** The beginning and the end of a command's standard error, without the values of its saved environment. */
export class CommandStderr {
  readonly #secrets: string[];
  readonly #longestSecret: number;
  #head: Buffer = Buffer.alloc(0);
  #tail: Buffer = Buffer.alloc(0);
  #bytes = 0;

  constructor(secrets: string[]) {
    // Compared as bytes: lengths must not change, and a piece may end within a character. The longest first, as one
    // value may contain another.
    this.#secrets = secrets
      .map((secret) => Buffer.from(secret).toString('latin1'))
      .filter(({ length }) => length >= MIN_SECRET_BYTES)
      .toSorted((a, b) => b.length - a.length);
    // A value that is cut by the end of the head or by the start of the tail lies within this many extra bytes.
    this.#longestSecret = this.#secrets[0]?.length ?? 0;
  }

  push(piece: Buffer): void {
    this.#bytes += piece.length;
    const missing = HEAD_BYTES + this.#longestSecret - this.#head.length;
    if (missing > 0) this.#head = Buffer.concat([this.#head, piece.subarray(0, missing)]);
    this.#tail = Buffer.concat([this.#tail, piece]).subarray(-TAIL_BYTES - this.#longestSecret);
  }

  get text(): string {
    const left = this.#bytes - HEAD_BYTES - TAIL_BYTES;
    const head = this.#covered(this.#head).subarray(0, Math.max(0, Math.min(HEAD_BYTES, this.#bytes - TAIL_BYTES)));
    const tail = this.#covered(this.#tail).subarray(-TAIL_BYTES);
    const parts = left > 0 ? [head, Buffer.from(leftOut(left, 'bytes')), tail] : [head, tail];
    // NUL marks a covered value: a command does not write it into text.
    return Buffer.concat(parts).toString().replace(/\0+/g, '[redacted]');
  }

  #covered(kept: Buffer): Buffer {
    const text = this.#secrets.reduce(
      (covered, secret) => covered.replaceAll(secret, '\0'.repeat(secret.length)),
      kept.toString('latin1'),
    );
    return Buffer.from(text, 'latin1');
  }
}

/** The beginning and the end of a text, with at most `maxChars` characters of it. */
export function bothEnds(text: string, maxChars: number): string {
  const half = Math.floor(maxChars / 2);
  return text.length <= maxChars
    ? text
    : `${text.slice(0, half)}${leftOut(text.length - 2 * half, 'characters')}${text.slice(-half)}`;
}

const leftOut = (count: number, unit: string): string => `\n[${count} ${unit} left out]\n`;
