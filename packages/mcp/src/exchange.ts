import { AsyncLocalStorage } from 'node:async_hooks';

/** How a server turned an HTTP request down. */
export interface Refusal {
  status: number;
  /** The WWW-Authenticate header. */
  challenge?: string;
  /** The beginning of the body. Evidence for classifying only: it never enters an error. */
  body?: string;
}

/** One thing we want from a server (the handshake, or a request), and what the HTTP layer has seen of it so far. */
export class Exchange {
  readonly startedAt = performance.now();
  /** Runs something in the context of whoever wanted this, wherever it is called from. */
  readonly within = AsyncLocalStorage.snapshot();
  /** The JSON-RPC method that was sent last. */
  method: string | undefined;
  /** Whether any HTTP response has arrived. */
  answered = false;
  refusal: Refusal | undefined;
  /** The `result` of the last answer, exactly as it was written. */
  result: string | undefined;
  failedResumes = 0;
  /** Called when the answer can no longer come, because what would have carried it is gone. */
  readonly onLost: (cause: unknown) => void;

  constructor(onLost: (cause: unknown) => void) {
    this.onLost = onLost;
  }
}

const storage = new AsyncLocalStorage<Exchange>();

/** The exchange on whose behalf the current code talks HTTP. */
export const currentExchange = (): Exchange | undefined => storage.getStore();
export const inExchange = <T>(exchange: Exchange, work: () => T): T => storage.run(exchange, work);
