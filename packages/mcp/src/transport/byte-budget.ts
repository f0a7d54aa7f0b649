import { Problem } from '@assay/contract/problem';
import { explainedProblem } from '../diagnosis/diagnosis.ts';

/** More than this no honest server needs to say what it offers. */
const LISTS_BYTES = 32 * 1024 * 1024;

/** How much may be received for one purpose, over as many requests as it takes. */
export class ByteBudget {
  readonly #maxBytes: number;
  #left: number;

  constructor(maxBytes = LISTS_BYTES) {
    this.#maxBytes = this.#left = maxBytes;
  }

  /** Counts what has come. */
  spend(bytes: number): void {
    this.#left -= bytes;
  }

  /** What is said once more has come than may. */
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
