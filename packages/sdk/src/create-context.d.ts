import type { ClientContext } from './client-context.ts';
import type { ClientOptions } from './options.ts';
/** The parts that the calls of a client share. Throws TypeError for an address or a credential that cannot be used. */
export declare function contextOf({
  url,
  credential,
  fetch: own,
  log,
  timeoutMs,
  retries,
  signal,
}: ClientOptions): ClientContext;
