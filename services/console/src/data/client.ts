import { createClient, type AssayClient, type LogEntry } from '@assay/sdk';
import { basePath } from '../lib/base-path.ts';
import { createStore } from '../lib/store.ts';

/** The last request of an operation that is over: how long it took, in milliseconds. */
interface LastRequest {
  durationMs: number;
}

const lastRequests = createStore<ReadonlyMap<string, LastRequest>>(new Map());

const note = ({ operationId, durationMs }: LogEntry): void =>
  lastRequests.set(new Map(lastRequests.read()).set(operationId, { durationMs }));

/** The last request of an operation; undefined before its first answer. */
export const useLastRequest = (operationId: string | undefined): LastRequest | undefined =>
  lastRequests.use((requests) => (operationId === undefined ? undefined : requests.get(operationId)));

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
