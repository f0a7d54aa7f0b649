import { PLATFORM_SERVER, platformServerUrl } from '@assay/contract/areas/agent/agent-grant';
import { RUNNER_KEY } from '@assay/contract/areas/runner-tokens/runner-key';
import { Problem } from '@assay/contract/problem';
import type { ServiceName } from '@assay/contract/services';
import type { Egress } from '@assay/egress/egress';
import { egressToGateway, type GatewayAddresses } from '@assay/egress/gateway-egress';
import type { Logger } from '@assay/kit/log';
import { dialOutside, type Channel } from '@assay/kit/rpc/client';
import { joinMesh, type MeshSettings } from '@assay/kit/rpc/mesh';
import { derivedKey } from '@assay/kit/security/seal';
import { tunnelProof } from '@assay/tunnel/tunnel-proof';
import { refusingTunnelEgress, gatewayTunnelEgress, type TunnelEgress } from '@assay/mcp/tunnel';
import { NO_CREDENTIALS, type OwnCredentials } from './own-credentials.ts';
import type { PlatformAddress } from './platform-address.ts';

/** The platform from within the mesh: the address of each service, and the secret with which runners sign. */
export interface MeshPlatform extends Pick<MeshSettings, 'meshSecret' | 'meshTls'> {
  keyEncryptionKey: Buffer;
  /** The addresses of the services. A runner does no work for a service without an address. */
  addresses: Partial<Record<ServiceName, string | undefined>> & { runs: string; catalog: string };
  /** Tunnelled servers and the platform's own tools are at its public address. */
  gateway: GatewayAddresses;
}

/** The platform from outside: one address, and a runner token. */
export interface OutsidePlatform {
  token: string;
  address: PlatformAddress;
  /** Credentials that this runner holds itself; the platform is not asked for them. */
  own: OwnCredentials;
}

/** The parts of the platform that a runner uses. */
export interface PlatformLink {
  catalog: Channel;
  runs: Channel;
  /** The service that owns authoring; undefined when it is out of reach. */
  suites: Channel | undefined;
  /** The service that owns inspections and OAuth grants; undefined when it is out of reach. */
  diagnostics: Channel | undefined;
  /** The service that owns chat sessions; undefined when it is out of reach. */
  environments: Channel | undefined;
  /** The service that owns journey runs; undefined when it is out of reach. */
  swarms: Channel | undefined;
  /** Unseals secrets that the platform sealed for this runner. */
  key: Buffer;
  own: OwnCredentials;
  /** The way to servers that are reached through the gateway: tunnelled ones, and the platform's own tools. */
  tunnels: TunnelEgress;
  /** Rejects when the platform no longer accepts this runner. */
  ended: Promise<never>;
  close(): void;
}

/** `egress` must allow the platform itself, at any address. */
export const linkToPlatform = (platform: MeshPlatform | OutsidePlatform, egress: Egress, log: Logger): PlatformLink =>
  'token' in platform ? fromOutside(platform) : within(platform, egress, log);

function within(platform: MeshPlatform, egress: Egress, log: Logger): PlatformLink {
  const { meshSecret, keyEncryptionKey, addresses, gateway } = platform;
  const toGateway = egressToGateway(gateway, egress);
  const mesh = joinMesh(platform, 'runner', log);
  const [runs, catalog] = [mesh.dial(addresses.runs), mesh.dial(addresses.catalog)];
  const [suites, diagnostics, environments, swarms] = [
    addresses.suites,
    addresses.diagnostics,
    addresses.environments,
    addresses.swarms,
  ].map((address) => (address === undefined ? undefined : mesh.dial(address)));
  return {
    catalog,
    runs,
    suites,
    diagnostics,
    environments,
    swarms,
    key: keyEncryptionKey,
    own: NO_CREDENTIALS,
    ended: new Promise(() => undefined),
    tunnels: withPlatformServer(
      gateway.publicUrl,
      toGateway,
      gatewayTunnelEgress(gateway.publicUrl, toGateway, (server) => tunnelProof(meshSecret, server)),
    ),
    close: mesh.close,
  };
}

/** Reaches the platform's own tools, which agent turns use, wherever the installation is. */
const withPlatformServer =
  (publicUrl: string, egress: Egress, tunnels: TunnelEgress): TunnelEgress =>
  (server) =>
    server.id === PLATFORM_SERVER.id && server.url === platformServerUrl(publicUrl) ? egress : tunnels(server);

function fromOutside({ token, address, own }: OutsidePlatform): PlatformLink {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  ended.catch(() => undefined);
  const channel = dialOutside(address, token);
  const call: Channel['call'] = (...asked) =>
    channel.call(...asked).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'UNAUTHORIZED')
        reject(new Error(`The platform refuses this runner: ${error.message} Was RUNNER_TOKEN revoked?`));
      throw error;
    });
  const watched: Channel = { call, close: () => channel.close() };
  return {
    catalog: watched,
    runs: watched,
    // Only runners of the installation draft cases.
    suites: undefined,
    diagnostics: watched,
    // Only runners of the installation take turns.
    environments: undefined,
    // The same holds for sessions of journeys.
    swarms: undefined,
    key: derivedKey(token, RUNNER_KEY),
    own,
    tunnels: refusingTunnelEgress,
    ended,
    close: () => channel.close(),
  };
}
