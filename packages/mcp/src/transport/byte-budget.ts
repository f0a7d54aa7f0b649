import { Problem } from '@assay/contract/problem';
import { explainedProblem } from '../diagnosis/diagnosis.ts';

/** The limit for all lists of a surface together, in bytes. */
const LISTS_BYTES = 32 * 1024 * 1024;

/** A byte limit that several requests share. */
export class ByteBudget {
  readonly #maxBytes: number;
  #left: number;

  constructor(maxBytes = LISTS_BYTES) {
    this.#maxBytes = this.#left = maxBytes;
  }

  /** Counts received bytes. */
  spend(bytes: number): void {
    this.#left -= bytes;
  }

  /** The Problem once the limit is exceeded. */
  get overrun(): Problem | undefined {
    if (this.#left >= 0) return undefined;
    return explainedProblem(
      new Problem('SERVER_UNREACHABLE', `What the server lists is larger than ${this.#maxBytes} bytes.`, {
        cause: 'answer_too_large',
        maxBytes: this.#maxBytes,
      }),
    );
  }
}
