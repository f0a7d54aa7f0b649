import { BlockList, isIP, type IPVersion } from 'node:net';
import ipaddr from 'ipaddr.js';
import { embeddedIpv4Text } from './address-class.ts';

/** The name of each IP version. */
const FAMILIES: Record<number, IPVersion> = { 4: 'ipv4', 6: 'ipv6' };
const WHOLE: Record<number, number> = { 4: 32, 6: 128 };

/**
 * Hosts as an operator lists them: names, `*.suffix` for all names below a suffix, IP addresses, and ranges in CIDR
 * notation.
 */
export class HostList {
  readonly #names = new Set<string>();
  readonly #suffixes: string[] = [];
  readonly #ranges = new BlockList();

  /** Parses a comma-separated list; undefined when an item is invalid. */
  static parse(text: string): HostList | undefined {
    const list = new HostList();
    return text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean)
      .every((item) => list.#add(item))
      ? list
      : undefined;
  }

  static readonly empty: HostList = new HostList();

  hasName(hostname: string): boolean {
    return this.#names.has(hostname) || this.#suffixes.some((suffix) => hostname.endsWith(suffix));
  }

  /** Whether a range contains an IP address, or the IPv4 address that it embeds. */
  hasAddress(address: string): boolean {
    return this.#holds(address) || this.#holds(embeddedIpv4Text(address));
  }

  #holds(address: string): boolean {
    return this.#ranges.check(address, FAMILIES[isIP(address)]);
  }

  #add(item: string): boolean {
    const [network = '', prefix] = item.split('/');
    const family = isIP(network);
    if (family) {
      if (prefix !== undefined && !ipaddr.isValidCIDR(item)) return false;
      this.#ranges.addSubnet(network, prefix === undefined ? WHOLE[family]! : Number(prefix), FAMILIES[family]);
      return true;
    }
    const isSuffix = item.startsWith('*.');
    const name = canonical(isSuffix ? item.slice(2) : item);
    if (name === undefined) return false;
    if (isSuffix) this.#suffixes.push(`.${name}`);
    else this.#names.add(name);
    return true;
  }
}

/** A host name as URLs write it; undefined for an invalid name, or for an IP address in another notation. */
function canonical(item: string): string | undefined {
  const hostname = /^[^\s/:@?#*[\]\\]+$/.test(item) ? URL.parse(`http://${item}`)?.hostname : undefined;
  return hostname && !isIP(hostname) ? withoutTrailingDot(hostname) : undefined;
}

/** A host name without the trailing dot of a fully qualified name, which does not change the address. */
export const withoutTrailingDot = (hostname: string): string => hostname.replace(/\.$/, '');
