import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import type { EgressAnswer } from '@assay/egress/request';
import { httpAnswerOf, isSuccess, type HttpAnswer, type HttpRefusal } from './answer.ts';
import type { ByteBudget } from './byte-budget.ts';
import type { ProgramEvidence } from '../stdio/program-evidence.ts';

/** One handshake or request, and what the HTTP layer has observed of it so far. */
export class WireExchange {
  readonly startedAt = performance.now();
  readonly #context = new AsyncResource('WireExchange');
  /** The JSON-RPC method that was sent last. */
  method: string | undefined;
  /** The notification that was sent after that, if any. */
  notification: string | undefined;
  /** Whether any HTTP response has arrived. */
  answered = false;
  /** When the wait for the first answer began: servers of older revisions may be silent on the probe, which does not count. */
  askedAt = this.startedAt;
  /** When the handshake ended, where the connection was held back for another one. */
  endedAt: number | undefined;
  /** When the first response began, in milliseconds since then. */
  firstAnswerMs: number | undefined;
  /** The answer to the last HTTP request, once it has begun. */
  answer: HttpAnswer | undefined;
  /** The `result` of the last answer, exactly as it was written. */
  result: string | undefined;
  failedResumes = 0;
  /** The command, for a server that is started by one. */
  program: { readonly evidence: ProgramEvidence } | undefined;
  /** The byte limit of its answers, possibly shared with other exchanges. */
  budget: ByteBudget | undefined;
  readonly #giveUp: (error: SdkError) => void;

  /** `giveUp` is called when the answer can no longer arrive. */
  constructor(giveUp: (error: SdkError) => void) {
    this.#giveUp = giveUp;
  }

  /** Takes over what another exchange observed, which decided for both. */
  adopt({ method, notification, answered, askedAt, endedAt, firstAnswerMs, answer, result }: WireExchange): void {
    Object.assign(this, { method, notification, answered, askedAt, endedAt, firstAnswerMs, answer, result });
  }

  /** Runs a function in the async context of this exchange's creator. */
  within(work: () => void): void {
    this.#context.runInAsyncScope(work);
  }

  /** Records that an HTTP answer has begun. */
  note(answer: EgressAnswer): void {
    this.answered = true;
    this.firstAnswerMs ??= performance.now() - this.askedAt;
    this.answer = httpAnswerOf(answer);
  }

  /** The answer can no longer arrive: its stream is lost. */
  onLost(cause: unknown): void {
    this.#giveUp(lostStreamError(cause));
  }

  /** The answer is not a JSON-RPC message. */
  onMalformed(cause: unknown): void {
    const says = 'The answer is not a JSON-RPC message.';
    this.#giveUp(new SdkError(SdkErrorCode.ClientHttpUnexpectedContent, says, undefined, { cause }));
  }

  /** The answer does not match the request: both ids as they were written. */
  onMismatch(requestId: string, answerId?: string): void {
    const ids = answerId === undefined ? undefined : { requestId, answerId };
    this.#giveUp(new SdkError(SdkErrorCode.InvalidResult, 'The answer is to another request.', ids));
  }

  /** Drops the answer: a kept connection holds the async context, and so the exchange, that opened it. */
  release(): void {
    this.result = this.answer = undefined;
  }

  get refusal(): HttpRefusal | undefined {
    return this.answer && !isSuccess(this.answer.status) ? this.answer : undefined;
  }
}

/** The error of a request whose stream ended before its answer. */
export const lostStreamError = (cause: unknown): SdkError =>
  new SdkError(SdkErrorCode.ConnectionClosed, 'The stream ended before the answer.', undefined, { cause });

const storage = new AsyncLocalStorage<WireExchange>();

/** The exchange of the current async context. */
export const currentExchange = (): WireExchange | undefined => storage.getStore();
export const inExchange = <T>(exchange: WireExchange, work: () => T): T => storage.run(exchange, work);
