import type { Cause } from '@assay/contract/areas/diagnosis/cause';
import { Problem } from '@assay/contract/problem';
import { explainedProblem } from '../diagnosis/diagnosis.ts';
import { elementTexts, memberTexts } from './json-text.ts';

/** At most this many requests of a server in one second, and since the last request of ours. */
const LIMITS = { perSecond: 200, perCall: 1_000 };

/** Counts the requests that a server sends to its client: each costs an HTTP request of its own. */
export class RequestStorm {
  #secondStartedAt = Number.NEGATIVE_INFINITY;
  #inSecond = 0;
  #inCall = 0;
  #problem: Problem | undefined;

  /** The Problem that has ended the session. */
  get problem(): Problem | undefined {
    return this.#problem;
  }

  /** A request of ours begins. */
  begin(): void {
    this.#inCall = 0;
  }

  /**
   * Counts the requests in `text`, a JSON-RPC message or a batch, at a moment of `performance.now()`.
   * @throws Problem SERVER_UNREACHABLE when there are too many.
   */
  count(text: string, now = performance.now()): void {
    if (this.#problem) throw this.#problem;
    if (!text.includes('"method"')) return;
    const requests = elementTexts(text)
      .map(memberTexts)
      .filter((found) => found.has('method') && found.has('id')).length;
    if (now - this.#secondStartedAt >= 1_000) [this.#secondStartedAt, this.#inSecond] = [now, 0];
    this.#inSecond += requests;
    this.#inCall += requests;
    if (this.#inSecond <= LIMITS.perSecond && this.#inCall <= LIMITS.perCall) return;
    this.#problem = explainedProblem(
      new Problem(
        'SERVER_UNREACHABLE',
        `The server sends more requests to its client than are answered: at most ${LIMITS.perSecond} in a second and ${LIMITS.perCall} during one request.`,
        { cause: 'request_storm' satisfies Cause },
      ),
    );
    throw this.#problem;
  }
}
