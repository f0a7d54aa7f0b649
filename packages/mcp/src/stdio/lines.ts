const EMPTY = Buffer.alloc(0);

/** Splits a stream of bytes into lines. */
export class LineReader {
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /**
   * The lines that `piece` completes, without their terminators.
   * @throws RangeError when a line exceeds the limit.
   */
  push(piece: Buffer): Buffer[] {
    const lines: Buffer[] = [];
    let start = 0;
    for (let end = piece.indexOf(0x0a); end !== -1; end = piece.indexOf(0x0a, start)) {
      lines.push(this.#finished(piece.subarray(start, end)));
      start = end + 1;
    }
    this.#keep(piece.subarray(start));
    return lines;
  }

  get hasRest(): boolean {
    return this.#bytes > 0;
  }

  /** Takes the bytes after the last line as a line. */
  takeRest(): Buffer {
    return this.#finished(EMPTY);
  }

  /** The bytes after the last line. */
  get rest(): Buffer {
    return Buffer.concat(this.#parts);
  }

  #finished(rest: Buffer): Buffer {
    this.#keep(rest);
    const [only, ...more] = this.#parts;
    const line = more.length === 0 ? only! : Buffer.concat(this.#parts);
    [this.#parts, this.#bytes] = [[], 0];
    return line.at(-1) === 0x0d ? line.subarray(0, -1) : line;
  }

  #keep(part: Buffer): void {
    this.#parts.push(part);
    this.#bytes += part.length;
    if (this.#bytes > this.#maxBytes) throw new RangeError('The line is too long.');
  }
}
