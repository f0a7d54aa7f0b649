import { InvalidCall } from './invalid-call.ts';
import type { ClientContext } from './client-context.ts';
import { Prover } from './credential.ts';
import { getSession } from './gen/operations.ts';
import type { ClientOptions } from './options.ts';
import { sendOnce } from './send-once.ts';
import { prepareRequest } from './request.ts';

/** The parts that the calls of a client share. Throws TypeError for an address or a credential that cannot be used. */
export function contextOf({
  url,
  credential,
  fetch: own,
  log,
  timeoutMs,
  retries,
  signal,
}: ClientOptions): ClientContext {
  const context: ClientContext = {
    base: baseOf(url),
    // Browsers refuse a `fetch` that is called as the method of another object.
    fetch: own ?? ((target, init) => fetch(target, init)),
    prover: new Prover(credential, () => csrfTokenOf(context)),
    timeoutMs,
    retries,
    signal,
    log(entry) {
      try {
        log?.(entry);
      } catch {
        // A request that succeeded does not fail because of its log.
      }
    },
  };
  return context;
}

async function csrfTokenOf(context: ClientContext): Promise<string> {
  const operation = { ...getSession, id: 'getSession' };
  const call = { params: {}, input: undefined, options: {} };
  const { data } = await sendOnce(context, operation, prepareRequest(context.base, operation, call), call.options);
  return (data as { csrfToken: string }).csrfToken;
}

function baseOf(url: string | URL): string {
  const { location } = globalThis as { location?: { href: string } };
  if (!URL.canParse(String(url), location?.href)) throw new InvalidCall('The url of the client is no address.');
  const { protocol, origin, pathname, username, password } = new URL(url, location?.href);
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new InvalidCall('The url of the client is not http or https.');
  // Runtimes refuse such an address with an error that prints it.
  if (username !== '' || password !== '') throw new InvalidCall('The url of the client must not contain a password.');
  let path = pathname;
  while (path.endsWith('/')) path = path.slice(0, -1);
  return `${origin}${path}`;
}
