import { egressVia, type Egress } from './egress.ts';

/**
 * The addresses of the installation's gateway: the one that people and saved servers name, and the one within the
 * installation. Both have no slash at the end.
 */
export interface GatewayAddresses {
  publicUrl: string;
  gatewayUrl: string;
}

/**
 * The same egress, whose requests to addresses below `publicUrl` go to `gatewayUrl` as a proxy in front would pass them
 * on: with the Host of `publicUrl`, and without its path.
 */
export function egressToGateway({ publicUrl, gatewayUrl }: GatewayAddresses, egress: Egress): Egress {
  if (gatewayUrl === publicUrl) return egress;
  const { href: below, host } = new URL(`${publicUrl}/`);
  return egressVia(egress, async (url, request) => {
    const { href } = egress.admitted(url);
    if (!href.startsWith(below)) return egress.request(url, request);
    const answer = await egress.request(`${gatewayUrl}/${href.slice(below.length)}`, { ...request, host });
    return { ...answer, url: href };
  });
}
