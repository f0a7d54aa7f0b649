import type { ServerTarget } from '@assay/mcp/target';
import { isTunnelAddress } from '@assay/mcp/tunnel';

/**
 * Whether the server listens on this machine, speaks plain HTTP and asks for no credential. A tunnel only begins here,
 * so it is not local.
 */
export function isLocalTarget({ url, headers = {}, tokens }: ServerTarget): boolean {
  const { protocol, hostname } = new URL(url);
  return (
    protocol === 'http:' &&
    /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname) &&
    Object.keys(headers).length === 0 &&
    !tokens &&
    !isTunnelAddress(url)
  );
}
