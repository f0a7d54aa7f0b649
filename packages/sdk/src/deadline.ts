import { ConnectionFailure } from './connection-failure.ts';
import { Problem } from './problem.ts';

/** Ends an attempt when its time is over or its caller aborts it, and says which of the two it was. */
export class Deadline {
  readonly #operationId: string;
  readonly #ms: number;
  readonly #caller: AbortSignal | undefined;
  readonly #controller = new AbortController();
  readonly #ended: Promise<never>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(operationId: string, ms: number, caller: AbortSignal | undefined) {
    caller?.throwIfAborted();
    this.#operationId = operationId;
    this.#ms = ms;
    this.#caller = caller;
    this.#ended = new Promise((_, reject) =>
      this.signal.addEventListener('abort', () => reject(this.signal.reason as Error), { once: true }),
    );
    this.#ended.catch(() => undefined);
    caller?.addEventListener('abort', this.#abort, { once: true });
    this.restart();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Begins the time anew. */
  restart(): void {
    this.hold();
    this.#timer = setTimeout(() => {
      this.#isOver = true;
      this.#controller.abort();
    }, this.#ms);
  }

  /** Stops the clock until `restart`: the caller's own time is not the platform's. */
  hold(): void {
    clearTimeout(this.#timer);
  }

  /** The result of work that may not know the signal; rejects when the deadline comes first. */
  race<Result>(work: Promise<Result>): Promise<Result> {
    return Promise.race([work, this.#ended]);
  }

  /** The error that the caller is told in place of the one by which the attempt ended. */
  explain(error: unknown): unknown {
    if (this.#caller?.aborted) return this.#caller.reason;
    if (this.#isOver) return new ConnectionFailure('timeout', this.#operationId, `no answer within ${this.#ms} ms.`);
    if (error instanceof Problem || error instanceof ConnectionFailure) return error;
    const code = codeIn(error);
    return new ConnectionFailure(
      'network',
      this.#operationId,
      `the connection failed${code === undefined ? '' : ` (${code})`}.`,
      error,
    );
  }

  /** Stops the clock, and ends a request that is still under way, whose connection would stay open. */
  end(): void {
    this.hold();
    this.#caller?.removeEventListener('abort', this.#abort);
    this.#controller.abort();
  }

  readonly #abort = (): void => {
    this.hold();
    this.#controller.abort();
  };
}

/** The system's code of a failed connection, such as ECONNREFUSED. */
function codeIn(error: unknown): string | undefined {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  if (typeof code === 'string') return code;
  return cause === undefined ? undefined : codeIn(cause);
}
