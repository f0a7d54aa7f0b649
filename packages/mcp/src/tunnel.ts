import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { Problem, reasons } from '@assay/contract/problem';
import { egressVia, type Egress } from '@assay/egress/egress';

type Dialled = Pick<SavedServer, 'id' | 'name' | 'projectId' | 'url'>;

/** The header that proves to the gateway that the platform itself sends the request. */
const PROOF = 'assay-tunnel-proof';
/** The header that marks an answer of the gateway itself, with the reason. */
const FAULT = 'assay-tunnel-fault';
const PATH = /\/tunnels\/[0-9a-f]{32}$/;

/** Whether the address is a tunnel's address at the gateway. */
export const isTunnelAddress = (url: string): boolean => PATH.test(URL.parse(url)?.pathname ?? '');

const faults: Record<string, { reason: string; says: string }> = {
  'not-connected': { reason: reasons.TUNNEL_NOT_CONNECTED, says: 'the tunnel is not connected' },
  unreachable: {
    reason: reasons.TUNNEL_SERVER_UNREACHABLE,
    says: 'its tunnel is connected, but there is no server at its other end',
  },
  malformed: {
    reason: reasons.TUNNEL_SERVER_UNREACHABLE,
    says: 'its tunnel is connected, but what its other end sends is not an answer',
  },
};

/** The egress to a server behind a tunnel; undefined for other servers. */
export type TunnelEgress = (server: Dialled) => Egress | undefined;

/**
 * Reaches servers behind tunnels through the gateway at `publicUrl`: only at a tunnel's own address, with a new proof
 * for each request. `egress` has to admit the address of the platform itself.
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
      // Other addresses that the server names, such as an authorization server on its machine, must not be requested
      // through the tunnel.
      if (URL.parse(String(url))?.href !== own.href)
        throw outOfReach(server, 'and only its own address is led through the tunnel');
      return egress.admitted(url);
    };
    return egressVia({ ...egress, admitted }, async (url, request) => {
      const headers = { ...request?.headers, [PROOF]: proofFor({ serverId, projectId }) };
      // A redirect would let the machine behind the tunnel choose an address, which would be requested with the
      // platform's rights.
      const answer = await egress.request(admitted(url), { ...request, headers, redirect: 'manual' });
      const fault = faults[answer.headers[FAULT] ?? ''];
      if (!fault) return answer;
      answer.body?.cancel();
      throw new Problem('SERVER_UNREACHABLE', `Server "${server.name}" dials in, and ${fault.says}.`, {
        serverId,
        reason: fault.reason,
      });
    });
  };
};

/** For processes outside of the installation, which have no proof for the gateway. */
export const refusingTunnelEgress: TunnelEgress = (server) => {
  if (!isTunnelAddress(server.url)) return undefined;
  const refuse = (): never => {
    throw outOfReach(server, 'which only runners inside of the installation can use');
  };
  const refuseRequest = async () => refuse();
  return { admitted: refuse, request: refuseRequest, fetch: refuseRequest };
};

const outOfReach = ({ id: serverId, name }: Dialled, why: string): Problem =>
  new Problem('SERVER_UNREACHABLE', `Server "${name}" dials in, ${why}.`, {
    serverId,
    reason: reasons.TUNNEL_OUT_OF_REACH,
  });
