import { RUNNER_KEY } from '@assay/contract/areas/runner-tokens/runner-key';
import { Problem } from '@assay/contract/problem';
import type { ServiceName } from '@assay/contract/services';
import type { Egress } from '@assay/egress/egress';
import { dial, dialOutside, type Channel } from '@assay/kit/rpc/client';
import { derivedKey } from '@assay/kit/security/seal';
import { tunnelProof } from '@assay/tunnel/tunnel-proof';
import { refusingTunnelEgress, gatewayTunnelEgress, type TunnelEgress } from '@assay/mcp/tunnel';
import { NO_CREDENTIALS, type OwnCredentials } from '../sessions/own-credentials.ts';
import type { PlatformAddress } from './platform-address.ts';

/** The platform from within: each service by its address, under the mesh's secret. */
export interface Mesh {
  meshSecret: string;
  keyEncryptionKey: Buffer;
  /** Where the services listen. The jobs of a service without an address are not done here. */
  addresses: Partial<Record<ServiceName, string | undefined>> & { runs: string; catalog: string };
  /** Where servers that dial in are reached, as their addresses begin. */
  publicUrl: string;
}

/** The platform from outside: one address, and a token that says whose runner this is. */
export interface Outside {
  token: string;
  address: PlatformAddress;
  /** Credentials that this runner holds itself; the platform is not asked for them. */
  own: OwnCredentials;
}

/** What a runner works with of the platform. */
export interface PlatformLink {
  catalog: Channel;
  runs: Channel;
  /** The service that has cases drafted; undefined where it is out of reach. */
  suites: Channel | undefined;
  /** The service that talks to servers on request and holds their OAuth grants; undefined where it is out of reach. */
  diagnostics: Channel | undefined;
  /** Opens what the platform seals for this runner. */
  key: Buffer;
  own: OwnCredentials;
  /** The way to servers that dial in. */
  tunnels: TunnelEgress;
  /** Rejects when the platform wants nothing of this runner any more. */
  ended: Promise<never>;
  close(): void;
}

/** `egress` may go to the platform itself, wherever that stands. */
export const linkTo = (platform: Mesh | Outside, egress: Egress): PlatformLink =>
  'token' in platform ? fromOutside(platform) : within(platform, egress);

function within({ meshSecret, keyEncryptionKey, addresses, publicUrl }: Mesh, egress: Egress): PlatformLink {
  const dialed = (address: string) => dial(address, meshSecret, 'runner');
  const [runs, catalog] = [dialed(addresses.runs), dialed(addresses.catalog)];
  const [suites, diagnostics] = [addresses.suites, addresses.diagnostics].map((address) =>
    address === undefined ? undefined : dialed(address),
  );
  return {
    catalog,
    runs,
    suites,
    diagnostics,
    key: keyEncryptionKey,
    own: NO_CREDENTIALS,
    ended: new Promise(() => undefined),
    tunnels: gatewayTunnelEgress(publicUrl, egress, (server) => tunnelProof(meshSecret, server)),
    close: () => {
      for (const channel of [catalog, runs, suites, diagnostics]) channel?.close();
    },
  };
}

function fromOutside({ token, address, own }: Outside): PlatformLink {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  ended.catch(() => undefined);
  const channel = dialOutside(address, token);
  const call: Channel['call'] = (...asked) =>
    channel.call(...asked).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'UNAUTHORIZED')
        reject(new Error(`The platform turns this runner away: ${error.message} Was RUNNER_TOKEN revoked?`));
      throw error;
    });
  const watched: Channel = { call, close: () => channel.close() };
  return {
    catalog: watched,
    runs: watched,
    // Cases are drafted by runners of the installation.
    suites: undefined,
    diagnostics: watched,
    key: derivedKey(token, RUNNER_KEY),
    own,
    tunnels: refusingTunnelEgress,
    ended,
    close: () => channel.close(),
  };
}
