import { AsyncLocalStorage } from 'node:async_hooks';
import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import type { HttpAnswer, HttpRefusal } from './answer.ts';
import type { ByteBudget } from './byte-budget.ts';
import type { ProgramEvidence } from '../stdio/program-evidence.ts';

/** One thing we want from a server (the handshake, or a request), and what the HTTP layer has seen of it so far. */
export class Exchange {
  readonly startedAt = performance.now();
  /** Runs something in the context of whoever wanted this, wherever it is called from. */
  readonly within = AsyncLocalStorage.snapshot();
  /** The JSON-RPC method that was sent last. */
  method: string | undefined;
  /** Whether any HTTP response has arrived. */
  answered = false;
  /** When the first of them began, in milliseconds since the start. */
  firstAnswerMs: number | undefined;
  /** The answer to the last HTTP request, once it has begun. */
  answer: HttpAnswer | undefined;
  /** The `result` of the last answer, exactly as it was written. */
  result: string | undefined;
  failedResumes = 0;
  /** The command that is asked, where the server is one. */
  program: { readonly evidence: ProgramEvidence } | undefined;
  /** What its answers may weigh, together with others. */
  budget: ByteBudget | undefined;
  readonly #giveUp: (error: SdkError) => void;

  /** `giveUp` is called when the answer can no longer come. */
  constructor(giveUp: (error: SdkError) => void) {
    this.#giveUp = giveUp;
  }

  /** The answer can no longer come: what would have carried it is gone. */
  onLost(cause: unknown): void {
    this.#giveUp(
      new SdkError(SdkErrorCode.ConnectionClosed, 'The stream ended before the answer.', undefined, { cause }),
    );
  }

  /** What came as the answer is none to what was asked. */
  onMismatch(): void {
    this.#giveUp(new SdkError(SdkErrorCode.InvalidResult, 'The answer is to another request.'));
  }

  get refusal(): HttpRefusal | undefined {
    return this.answer && (this.answer.status < 200 || this.answer.status > 299) ? this.answer : undefined;
  }
}

const storage = new AsyncLocalStorage<Exchange>();

/** The exchange on whose behalf the current code talks HTTP. */
export const currentExchange = (): Exchange | undefined => storage.getStore();
export const inExchange = <T>(exchange: Exchange, work: () => T): T => storage.run(exchange, work);
