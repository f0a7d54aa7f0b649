import { TIMEOUT, type LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';

/** All IP addresses of a name, in the order in which to try them. */
export type ResolveHost = (hostname: string) => Promise<LookupAddress[]>;

/** At most 5 seconds for one lookup, in milliseconds. */
const WAIT_MS = 5_000;
/**
 * A lookup occupies one of libuv's four threads until the system gives up; one thread stays free for files and
 * compression.
 */
const AT_ONCE = 3;

interface Search {
  hostname: string;
  found: PromiseWithResolvers<LookupAddress[]>;
  askers: number;
}

/**
 * The same with a timeout, at most `atOnce` lookups in flight, and single flight per name, so that a DNS server that
 * never answers does not block other names.
 */
export function boundedResolver(resolve: ResolveHost, waitMs: number, atOnce: number): ResolveHost {
  const searches = new Map<string, Search>();
  const waiting = new Set<Search>();
  let underWay = 0;

  const begin = (hostname: string): Search => {
    const search: Search = { hostname, found: Promise.withResolvers(), askers: 0 };
    // All callers may have given up before the lookup fails.
    search.found.promise.catch(() => {});
    searches.set(hostname, search);
    waiting.add(search);
    return search;
  };

  const proceed = () => {
    for (const search of waiting) {
      if (underWay === atOnce) return;
      waiting.delete(search);
      underWay += 1;
      const { hostname, found } = search;
      void resolve(hostname)
        .then(found.resolve, found.reject)
        .finally(() => {
          underWay -= 1;
          searches.delete(hostname);
          proceed();
        });
    }
  };

  return async (hostname) => {
    const search = searches.get(hostname) ?? begin(hostname);
    proceed();
    search.askers += 1;
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(lookupTimeout(hostname)), waitMs);
    try {
      return await Promise.race([search.found.promise, late.promise]);
    } finally {
      clearTimeout(timer);
      search.askers -= 1;
      // A queued lookup without callers is dropped.
      if (search.askers === 0 && waiting.delete(search)) searches.delete(hostname);
    }
  };
}

const lookupTimeout = (hostname: string) =>
  Object.assign(new Error(`The name ${hostname} was not resolved in time.`), {
    code: TIMEOUT,
    syscall: 'getaddrinfo',
    hostname,
  });

/** Resolves names as the machine does: its hosts file, then DNS. */
export const resolveBySystem: ResolveHost = boundedResolver(
  (hostname) => lookup(hostname, { all: true }),
  WAIT_MS,
  AT_ONCE,
);
