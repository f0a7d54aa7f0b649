import { TIMEOUT, type LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { askNameServers, parseNameSearch } from './ask-name-servers.ts';

/**
 * All IP addresses of a name, in the order in which to try them. `share` names the organization whose share of the
 * lookups is used.
 */
export type ResolveHost = (hostname: string, share: string) => Promise<LookupAddress[]>;

export interface ResolverLimits {
  /** The longest wait for one answer, in milliseconds. */
  waitMs: number;
  /** Lookups of the process in flight; the last of them is for a share that has none. */
  atOnce: number;
  /** Lookups of one share in flight. */
  perShare: number;
  /** How long a failed lookup is remembered for its share, in milliseconds. */
  failedMs: number;
}

/** At most 5 seconds for one lookup. Eight organizations whose names are never answered leave room for others. */
const LIMITS: ResolverLimits = { waitMs: 5_000, atOnce: 65, perShare: 8, failedMs: 5_000 };
/**
 * A lookup of the system occupies one of libuv's four threads until the system gives up; one thread stays free for
 * files and compression.
 */
const LOCAL_LIMITS: ResolverLimits = { ...LIMITS, atOnce: 3, perShare: 1 };
/** Shorter than a caller's wait, so that the name servers' own answer is told. */
const NAME_SERVERS_MS = 4_000;
/** At most this many failed lookups are remembered. */
const MAX_FAILED = 1_000;

interface Search {
  share: string;
  hostname: string;
  found: PromiseWithResolvers<LookupAddress[]>;
  waiting: number;
}

/**
 * The same with limits and single flight per share and name. Shares take turns, so that names of one organization that
 * are never answered delay no other organization.
 */
export function boundedResolver(
  resolve: (hostname: string) => Promise<LookupAddress[]>,
  { waitMs, atOnce, perShare, failedMs }: ResolverLimits,
): ResolveHost {
  const searches = new Map<string, Search>();
  const failed = new Map<string, { error: unknown; until: number }>();
  /** The waiting searches by share; the share whose turn is next comes first. */
  const waiting = new Map<string, Set<Search>>();
  const underWay = new Map<string, number>();
  let free = atOnce;

  const begin = (key: string, share: string, hostname: string): Search => {
    const search: Search = { share, hostname, found: Promise.withResolvers(), waiting: 0 };
    // All callers may have given up before the lookup fails.
    search.found.promise.catch(() => {});
    searches.set(key, search);
    const queue = waiting.get(share) ?? new Set();
    waiting.set(share, queue.add(search));
    return search;
  };

  /** Takes a search from its queue; false when it is not waiting. */
  const leave = (search: Search): boolean => {
    const queue = waiting.get(search.share);
    const wasThere = queue?.delete(search) ?? false;
    if (queue?.size === 0) waiting.delete(search.share);
    return wasThere;
  };

  const next = (): Search | undefined => {
    for (const [share, queue] of waiting) {
      const own = underWay.get(share) ?? 0;
      if (free === 0 || own >= perShare || (free === 1 && own > 0)) continue;
      // The share goes to the end of the line.
      waiting.delete(share);
      waiting.set(share, queue);
      const [search] = queue;
      leave(search!);
      return search;
    }
    return undefined;
  };

  const fail = (key: string, error: unknown) => {
    if (failed.size >= MAX_FAILED) failed.delete(failed.keys().next().value!);
    failed.set(key, { error, until: performance.now() + failedMs });
  };

  const proceed = () => {
    for (let search = next(); search; search = next()) {
      const { share, hostname, found } = search;
      const key = keyOf(share, hostname);
      free -= 1;
      underWay.set(share, (underWay.get(share) ?? 0) + 1);
      void resolve(hostname)
        .then(found.resolve, (error: unknown) => {
          fail(key, error);
          found.reject(error);
        })
        .finally(() => {
          free += 1;
          const left = underWay.get(share)! - 1;
          if (left > 0) underWay.set(share, left);
          else underWay.delete(share);
          searches.delete(key);
          proceed();
        });
    }
  };

  return async (hostname, share) => {
    const key = keyOf(share, hostname);
    const last = failed.get(key);
    if (last && last.until > performance.now()) throw last.error;
    failed.delete(key);
    const search = searches.get(key) ?? begin(key, share, hostname);
    search.waiting += 1;
    proceed();
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(lookupTimeout(hostname)), waitMs);
    try {
      return await Promise.race([search.found.promise, late.promise]);
    } finally {
      clearTimeout(timer);
      search.waiting -= 1;
      // A queued lookup without callers is dropped.
      if (search.waiting === 0 && leave(search)) searches.delete(key);
    }
  };
}

const keyOf = (share: string, hostname: string) => `${share} ${hostname}`;

const lookupTimeout = (hostname: string) =>
  Object.assign(new Error(`The name ${hostname} was not resolved in time.`), {
    code: TIMEOUT,
    syscall: 'getaddrinfo',
    hostname,
  });

const local = boundedResolver((hostname) => lookup(hostname, { all: true }), LOCAL_LIMITS);
const fromNameServers = boundedResolver(async (hostname) => {
  const search = parseNameSearch(await textOf('/etc/resolv.conf'));
  return askNameServers(hostname, { search, waitMs: NAME_SERVERS_MS });
}, LIMITS);

/**
 * Resolves names as the machine does. The system resolves local names, which no stranger's name server can delay; the
 * name servers are asked for all others, as this needs no thread.
 */
export const resolveBySystem: ResolveHost = async (hostname, share) =>
  asksSystem(hostname) || hostsOf(await textOf('/etc/hosts')).has(hostname.toLowerCase())
    ? local(hostname, share)
    : fromNameServers(hostname, share);

const asksSystem = (hostname: string) =>
  !hostname.replace(/\.$/, '').includes('.') || /\.(localhost|local)\.?$/i.test(hostname);

/** The names in a hosts file, in lower case. */
export const hostsOf = (hostsFile: string): Set<string> =>
  new Set(hostsFile.split('\n').flatMap((line) => line.split('#', 1)[0]!.toLowerCase().trim().split(/\s+/).slice(1)));

/** Empty where the machine has no such file. */
const textOf = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');
