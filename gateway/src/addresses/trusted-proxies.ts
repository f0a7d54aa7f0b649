import proxyAddr from 'proxy-addr';
import { ConfigError } from '@assay/kit/env';

/** Whether the forwarding header from this address is trusted. `hop` is the number of proxies behind it. */
export type TrustedProxies = (address: string, hop: number) => boolean;

const PRIVATE_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];
const isPrivate = proxyAddr.compile(PRIVATE_NETWORKS);

/** The default: every peer is the sender itself, so that a sender cannot choose the address that limits count. */
export const noProxies: TrustedProxies = () => false;

/**
 * Trusts the nearest hop in a private network, for a gateway that only an ingress reaches. Hops before the ingress can
 * be forged, also from the same network.
 */
export const nearestPrivate: TrustedProxies = (address, hop) => hop === 0 && isPrivate(address, hop);

/** Says behind the name of the setting that its text is malformed. */
export const PROXIES_FAULT = `must be none, nearest, or addresses, CIDRs, or any of ${PRIVATE_NETWORKS.join(', ')}`;

/** Parses `none`, `nearest`, or a comma-separated list of addresses, CIDRs and names of private networks. */
export function proxiesOf(raw: string): TrustedProxies {
  if (raw.trim() === 'none') return noProxies;
  if (raw.trim() === 'nearest') return nearestPrivate;
  try {
    return proxyAddr.compile(
      raw
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean),
    );
  } catch {
    throw new ConfigError([`TRUSTED_PROXIES ${PROXIES_FAULT}`]);
  }
}
