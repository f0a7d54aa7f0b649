import ipaddr from 'ipaddr.js';

/** The kind of network that an IP address belongs to, as far as the egress policy needs it. */
export type AddressClass = 'public' | 'loopback' | 'private' | 'link-local' | 'metadata' | 'multicast' | 'reserved';

/** Ranges of ipaddr.js; every other range is reserved and holds no server. */
const CLASSES: Record<string, AddressClass> = {
  unicast: 'public',
  loopback: 'loopback',
  // A connection to this address reaches this machine.
  unspecified: 'loopback',
  private: 'private',
  carrierGradeNat: 'private',
  uniqueLocal: 'private',
  deprecatedSiteLocal: 'private',
  linkLocal: 'link-local',
  multicast: 'multicast',
  broadcast: 'multicast',
};

/** Addresses outside of the link-local ranges where clouds hand out credentials to their machines. */
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

/** Host names of the same services, for connections through a proxy that resolves names. */
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

/** The class of an IP address. An IPv6 address that embeds an IPv4 address has the class of the IPv4 address. */
export function addressClassOf(address: string): AddressClass {
  const plain = unfolded(address);
  return METADATA.has(plain.toString()) ? 'metadata' : (CLASSES[plain.range()] ?? 'reserved');
}

/** The IPv4 address that an IPv6 address embeds, in the usual notation; otherwise the address itself. */
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
    // Only the well-known NAT64 prefix is checked: other prefixes are private to a network.
    case 'rfc6052':
      return bytes.slice(4, 12).every((byte) => byte === 0) ? last : undefined;
    case '6to4':
      return bytes.slice(2, 6);
    case 'teredo':
      return last.map((byte) => byte ^ 0xff);
    // The deprecated "IPv4-compatible" addresses, ::a.b.c.d; :: and ::1 have ranges of their own.
    case 'unicast':
      return bytes.slice(0, 12).every((byte) => byte === 0) ? last : undefined;
    default:
      return undefined;
  }
}
