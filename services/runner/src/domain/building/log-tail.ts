import { redactText } from '@assay/kit/security/redact';

/** At most this much of the end of a builder's output is kept, in bytes. */
export const MAX_TAIL_BYTES = 64 * 1_024;

/** The end of an unbounded output. */
export class LogTail {
  #kept = Buffer.alloc(0);
  #isClipped = false;

  add(piece: Buffer): void {
    const all = Buffer.concat([this.#kept, piece]);
    this.#isClipped ||= all.length > MAX_TAIL_BYTES;
    this.#kept = Buffer.from(all.subarray(-MAX_TAIL_BYTES));
  }

  /** The text in whole lines, with its secrets masked. A line that is longer than all that is kept is dropped, as its start could name a secret. */
  text(): string {
    const text = this.#kept.toString();
    const whole = this.#isClipped ? text.slice(text.indexOf('\n') + 1 || text.length) : text;
    return redactText(whole.replaceAll('\0', ''));
  }
}
