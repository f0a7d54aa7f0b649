import { CANCELLED, NODATA, NOTFOUND, TIMEOUT, type LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';

/** How the machine completes names (resolv.conf): the search domains, and the dots of a name that is tried as it is. */
export interface NameSearch {
  domains: string[];
  dots: number;
}

export interface NameServerOptions {
  search: NameSearch;
  /** The longest wait for a name, in milliseconds: then its questions are cancelled. */
  waitMs: number;
  /** host:port of each name server; absent for the name servers of the machine. */
  servers?: string[];
}

/** `search` and `options ndots:` of a resolv.conf, the last of each. */
export function parseNameSearch(resolvConf: string): NameSearch {
  const search: NameSearch = { domains: [], dots: 1 };
  for (const line of resolvConf.split('\n')) {
    const [keyword, ...words] = line.trim().split(/\s+/);
    if (keyword === 'search' || keyword === 'domain') search.domains = words;
    const dots = keyword === 'options' ? words.findLast((word) => word.startsWith('ndots:')) : undefined;
    if (dots) search.dots = Number(dots.slice('ndots:'.length)) || 0;
  }
  return search;
}

/**
 * The addresses of a name from the name servers, in the order in which resolv.conf completes names. It occupies no
 * thread, and ends at its timeout.
 * @throws Error with the codes of `dns.lookup`, or ETIMEOUT.
 */
export async function askNameServers(
  hostname: string,
  { search, waitMs, servers }: NameServerOptions,
): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: Math.ceil(waitMs / 3), tries: 2 });
  if (servers) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), waitMs);
  try {
    let missing: unknown;
    for (const name of candidatesOf(hostname, search)) {
      try {
        return await addressesOf(resolver, name);
      } catch (error) {
        if (!isMissing(error)) throw error;
        missing = error;
      }
    }
    throw missing;
  } catch (error) {
    throw lookupError(hostname, error);
  } finally {
    clearTimeout(timer);
  }
}

function candidatesOf(hostname: string, { domains, dots }: NameSearch): string[] {
  if (hostname.endsWith('.')) return [hostname.slice(0, -1)];
  const completed = domains.map((domain) => `${hostname}.${domain}`);
  return hostname.split('.').length > dots ? [hostname, ...completed] : [...completed, hostname];
}

/** IPv4 addresses come first: every network has them. */
async function addressesOf(resolver: Resolver, name: string): Promise<LookupAddress[]> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const found = [four, six].flatMap((outcome, at) =>
    outcome.status === 'fulfilled' ? outcome.value.map((address) => ({ address, family: at === 0 ? 4 : 6 })) : [],
  );
  if (found.length > 0) return found;
  const errors = [four, six].flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  throw errors.find((error) => !isMissing(error)) ?? errors[0];
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;
const MISSING = new Set<string | undefined>([NOTFOUND, NODATA]);
const LATE = new Set<string | undefined>([TIMEOUT, CANCELLED]);
const isMissing = (error: unknown) => MISSING.has(codeOf(error));

function lookupError(hostname: string, cause: unknown): Error {
  const code = LATE.has(codeOf(cause)) ? TIMEOUT : isMissing(cause) ? NOTFOUND : 'EAI_AGAIN';
  return Object.assign(new Error(`getaddrinfo ${code} ${hostname}`), { code, syscall: 'getaddrinfo', hostname });
}
