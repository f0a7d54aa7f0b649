import { isIP } from 'node:net';

const GROUP_BITS = 16;

/** What stands for whoever is behind an address: an IPv4 address itself, of IPv6 the network of so many bits, of which a single machine has all 64; one word for whatever is no address. */
export function networkOf(address: string, bits: 48 | 64 = 64): string {
  if (isIP(address) === 0) return 'nowhere';
  const [, ipv4] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (ipv4 !== undefined || !address.includes(':')) return ipv4 ?? address;
  const [before = [], after = []] = address
    .toLowerCase()
    .replace(/%.*$/, '')
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  const gap = Array.from({ length: Math.max(8 - before.length - after.length, 0) }, () => '0');
  return `${[...before, ...gap, ...after]
    .slice(0, bits / GROUP_BITS)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/${bits}`;
}
