import proxyAddr from 'proxy-addr';
import { ConfigError } from '@assay/kit/env';

/** Whether whoever sent a request from an address is believed about whom they had it from. `hop` counts those behind them. */
export type TrustedProxies = (address: string, hop: number) => boolean;

const PRIVATE_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];
const isPrivate = proxyAddr.compile(PRIVATE_NETWORKS);

/** An ingress stands in a private network, right before us. What came to it may be said by anybody, also in that network. */
export const nearestPrivate: TrustedProxies = (address, hop) => hop === 0 && isPrivate(address, hop);

/** Reads `none`, or addresses, CIDRs and names of private networks, separated by commas. */
export function proxiesOf(raw: string): TrustedProxies {
  if (raw.trim() === 'none') return () => false;
  try {
    return proxyAddr.compile(
      raw
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean),
    );
  } catch {
    throw new ConfigError([
      `TRUSTED_PROXIES must be none, or addresses, CIDRs, or any of ${PRIVATE_NETWORKS.join(', ')}`,
    ]);
  }
}
