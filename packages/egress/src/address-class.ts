import ipaddr from 'ipaddr.js';

/** What kind of place an IP address is, as far as it matters to who may go there. */
export type AddressClass = 'public' | 'loopback' | 'private' | 'link-local' | 'metadata' | 'multicast' | 'reserved';

/** Ranges that ipaddr.js tells apart; all that are not here are reserved for something that is no server. */
const CLASSES: Record<string, AddressClass> = {
  unicast: 'public',
  loopback: 'loopback',
  // Who connects to it reaches this machine.
  unspecified: 'loopback',
  private: 'private',
  carrierGradeNat: 'private',
  uniqueLocal: 'private',
  deprecatedSiteLocal: 'private',
  linkLocal: 'link-local',
  multicast: 'multicast',
  broadcast: 'multicast',
};

/** Where clouds hand credentials to their machines, outside of the link-local ranges, too. */
const METADATA = new Set([
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23', // most clouds; containers on AWS
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192', // Alibaba, Azure, Oracle
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254', // AWS, Google
]);

/** Names of the same places, for where a proxy resolves them. */
const METADATA_NAMES = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'instance-data',
  'instance-data.ec2.internal',
  'metadata.packet.net',
  'metadata.platformequinix.com',
]);

export const isMetadataName = (hostname: string): boolean => METADATA_NAMES.has(hostname);

/** The class of an IP address. One that leads to an IPv4 address through a translator or a tunnel has the class of that. */
export function addressClassOf(address: string): AddressClass {
  const plain = unfolded(address);
  return METADATA.has(plain.toString()) ? 'metadata' : (CLASSES[plain.range()] ?? 'reserved');
}

/** The IPv4 address that an IPv6 address stands for, in the usual notation; the address itself where it stands for none. */
export const embeddedIpv4Text = (address: string): string => unfolded(address).toString();

function unfolded(address: string): ipaddr.IPv4 | ipaddr.IPv6 {
  const parsed = ipaddr.parse(address);
  const embedded = parsed instanceof ipaddr.IPv6 ? embeddedIn(parsed) : undefined;
  return embedded ? new ipaddr.IPv4(embedded) : parsed;
}

function embeddedIn(address: ipaddr.IPv6): number[] | undefined {
  const bytes = address.toByteArray();
  const last = bytes.slice(12);
  switch (address.range()) {
    case 'ipv4Mapped':
    case 'rfc6145':
      return last;
    // Of NAT64 only the well-known prefix: where others keep the address is the network's own business.
    case 'rfc6052':
      return bytes.slice(4, 12).every((byte) => byte === 0) ? last : undefined;
    case '6to4':
      return bytes.slice(2, 6);
    case 'teredo':
      return last.map((byte) => byte ^ 0xff);
    // The "IPv4-compatible" addresses of old, ::a.b.c.d; :: and ::1 have ranges of their own.
    case 'unicast':
      return bytes.slice(0, 12).every((byte) => byte === 0) ? last : undefined;
    default:
      return undefined;
  }
}
