import type { Cause } from '@assay/contract/areas/diagnosis/cause';
import { Problem } from '@assay/contract/problem';
import { explainedProblem } from '../diagnosis/diagnosis.ts';
import { isServerRequest, type MessageMembers } from './message-members.ts';

/** At most this many messages of a server in one second, and since the last request of ours. */
const LIMITS = {
  requests: { perSecond: 200, perCall: 1_000, cause: 'request_storm' },
  notifications: { perSecond: 5_000, perCall: 100_000, cause: 'notification_storm' },
} as const satisfies Record<string, { perSecond: number; perCall: number; cause: Cause }>;

type Kind = keyof typeof LIMITS;

const MEGABYTE = 1024 * 1024;
/** At most this many bytes beside answers during one request of ours: of messages, and of comments and blank lines. */
const MAX_BYTES = { messages: 64 * MEGABYTE, noise: 8 * MEGABYTE };

/**
 * Counts what a server sends to its client: each request costs an answer, over HTTP a request of its own, and each
 * notification time of the process. Answers count as notifications.
 */
export class MessageStorm {
  #secondStartedAt = Number.NEGATIVE_INFINITY;
  #inSecond: Record<Kind, number> = { requests: 0, notifications: 0 };
  #inCall: Record<Kind, number> = { requests: 0, notifications: 0 };
  #bytes = { messages: 0, noise: 0 };
  #problem: Problem | undefined;

  /** The Problem that has ended the session. */
  get problem(): Problem | undefined {
    return this.#problem;
  }

  /** A request of ours begins. */
  begin(): void {
    this.#inCall = { requests: 0, notifications: 0 };
    this.#bytes = { messages: 0, noise: 0 };
  }

  /**
   * Counts messages that arrive together at a moment of `performance.now()`.
   * @throws Problem SERVER_UNREACHABLE when there are too many.
   */
  count(messages: MessageMembers[], now = performance.now()): void {
    if (this.#problem) throw this.#problem;
    if (now - this.#secondStartedAt >= 1_000) {
      this.#secondStartedAt = now;
      this.#inSecond = { requests: 0, notifications: 0 };
    }
    const requests = messages.filter(isServerRequest).length;
    this.#add('requests', requests);
    this.#add('notifications', messages.length - requests);
  }

  /**
   * Counts bytes that belong to no answer.
   * @throws Problem SERVER_UNREACHABLE when there are too many.
   */
  spend(kind: keyof typeof MAX_BYTES, bytes: number): void {
    this.#bytes[kind] += bytes;
    if (this.#bytes[kind] > MAX_BYTES[kind])
      this.#end(
        'answer_too_large',
        `The server sends more than ${MAX_BYTES[kind]} bytes of ${kind} beside its answers during one request.`,
      );
  }

  #add(kind: Kind, count: number): void {
    const { perSecond, perCall, cause } = LIMITS[kind];
    this.#inSecond[kind] += count;
    this.#inCall[kind] += count;
    if (this.#inSecond[kind] > perSecond || this.#inCall[kind] > perCall)
      this.#end(
        cause,
        `The server sends too many ${kind} to its client: at most ${perSecond} in a second and ${perCall} during one request.`,
      );
  }

  #end(cause: Cause, message: string): never {
    this.#problem ??= explainedProblem(new Problem('SERVER_UNREACHABLE', message, { cause }));
    throw this.#problem;
  }
}
