import { createClient, type AssayClient, type LogEntry } from '@assay/sdk';
import { basePath } from '../lib/base-path.ts';

/** How long the last request of each operation took, in milliseconds, with its status. */
const lastRequests = new Map<string, { durationMs: number; status: number | undefined }>();
const listeners = new Set<() => void>();

function note({ operationId, durationMs, status }: LogEntry): void {
  lastRequests.set(operationId, { durationMs, status });
  for (const listener of listeners) listener();
}

/** The last request of an operation. */
export const lastRequestOf = (operationId: string) => lastRequests.get(operationId);

/** Tells the listener each request that is over; the result stops that. */
export function onRequest(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A deletion is finished by the browser also when its page is left meanwhile. */
const lasting: typeof fetch = (input, init) =>
  fetch(input, init?.method === 'DELETE' ? { ...init, keepalive: true } : init);

/** The client of the API: the session's cookie proves the caller. Reads are repeated four times before they fail. */
export const client: AssayClient = createClient({
  url: new URL(`${basePath}/`, location.href),
  credential: { cookie: true },
  retries: 4,
  log: note,
  fetch: lasting,
});
