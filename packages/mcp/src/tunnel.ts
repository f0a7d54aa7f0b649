import type { SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import { Problem, reasons } from '@assay/contract/problem';
import type { Egress } from '@assay/egress/egress';

type Dialled = Pick<SavedServer, 'id' | 'name' | 'projectId' | 'url'>;

/** Shows the gateway that the platform itself asks. */
const PROOF = 'assay-tunnel-proof';
/** Says that the answer is the gateway's and not the server's, and why. */
const FAULT = 'assay-tunnel-fault';
const PATH = /\/tunnels\/[0-9a-f]{32}$/;

/** Whether the gateway leads what is asked there through a tunnel. */
export const isTunnelAddress = (url: string): boolean => PATH.test(URL.parse(url)?.pathname ?? '');

const faults: Record<string, { reason: string; says: string }> = {
  'not-connected': { reason: reasons.TUNNEL_NOT_CONNECTED, says: 'the tunnel is not connected' },
  unreachable: {
    reason: reasons.TUNNEL_SERVER_UNREACHABLE,
    says: 'its tunnel is connected, but there is no server at its other end',
  },
  malformed: {
    reason: reasons.TUNNEL_SERVER_UNREACHABLE,
    says: 'its tunnel is connected, but what comes from its other end is no answer',
  },
};

/** The way to a server that dials in; undefined for one that does not. */
export type TunnelEgress = (server: Dialled) => Egress | undefined;

/**
 * Leads through the gateway at `publicUrl`: to a tunnel's own address and nowhere else, with a proof that is made for each
 * request. `egress` may go to the platform itself, wherever that stands.
 */
export const gatewayTunnelEgress = (
  publicUrl: string,
  egress: Egress,
  proofFor: (server: { serverId: string; projectId: string }) => string,
): TunnelEgress => {
  const under = new URL(`${publicUrl}/tunnels/`).href;
  return (server) => {
    const own = URL.parse(server.url);
    if (!own?.href.startsWith(under) || !isTunnelAddress(server.url)) return undefined;
    const { id: serverId, projectId } = server;
    const admitted = (url: string | URL): URL => {
      // Whatever the server names, such as an authorization server on that machine, is nobody's to ask.
      if (URL.parse(String(url))?.href !== own.href)
        throw outOfReach(server, 'and only its own address is led through the tunnel');
      return egress.admitted(url);
    };
    return {
      admitted,
      fetch: async (url, init) => {
        const headers = new Headers(init?.headers);
        headers.set(PROOF, proofFor({ serverId, projectId }));
        // To follow a redirect would be to go wherever that machine says, with what the platform may.
        const response = await egress.fetch(admitted(url), { ...init, headers, redirect: 'manual' });
        const fault = faults[response.headers.get(FAULT) ?? ''];
        if (!fault) return response;
        await response.body?.cancel();
        throw new Problem('SERVER_UNREACHABLE', `Server "${server.name}" dials in, and ${fault.says}.`, {
          serverId,
          reason: fault.reason,
        });
      },
    };
  };
};

/** For whoever stands outside of the installation, and has nothing to show a gateway. */
export const refusingTunnelEgress: TunnelEgress = (server) => {
  if (!isTunnelAddress(server.url)) return undefined;
  const refuse = (): never => {
    throw outOfReach(server, 'which only runners inside of the installation can use');
  };
  return { admitted: refuse, fetch: async () => refuse() };
};

const outOfReach = ({ id: serverId, name }: Dialled, why: string): Problem =>
  new Problem('SERVER_UNREACHABLE', `Server "${name}" dials in, ${why}.`, {
    serverId,
    reason: reasons.TUNNEL_OUT_OF_REACH,
  });
