import { isIP } from 'node:net';

const GROUP_BITS = 16;

/**
 * The network that limits count for an address: an IPv4 address itself; of an IPv6 address its first bits, because a
 * single machine has all of a /64; one fixed word for a text that is no address.
 */
export function networkOf(address: string, bits: 48 | 64 = 64): string {
  if (isIP(address) === 0) return 'nowhere';
  const [, ipv4] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (ipv4 !== undefined || !address.includes(':')) return ipv4 ?? address;
  const [before = [], after = []] = address
    .toLowerCase()
    .split('%', 1)[0]!
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  const gap = Array.from({ length: Math.max(8 - before.length - after.length, 0) }, () => '0');
  return `${[...before, ...gap, ...after]
    .slice(0, bits / GROUP_BITS)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/${bits}`;
}
