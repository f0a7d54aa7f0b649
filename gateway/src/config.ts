import type { ServiceSetting } from '@assay/contract/areas/operator/documents';
import { perService, type ServiceName } from '@assay/contract/services';
import { readEnv, type Env, type EnvReader } from '@assay/kit/env';
import { requestLimit } from '@assay/kit/requests/limit-settings';
import { SERVICE_ADDRESSES } from '@assay/kit/rpc/address-settings';
import { PUBLIC_URL, STOP_DELAY_MS } from '@assay/kit/settings/process-settings';
import type { RateLimit } from './limits/rate-limit.ts';
import type { MeshSettings } from '@assay/kit/rpc/mesh';
import type { SharedLimitFactors } from './limits/request-buckets.ts';
import { meshSettings } from '@assay/kit/security/mesh-settings';
import type { TlsFiles } from '@assay/kit/rpc/serve';
import type { OperatorKeys } from './access/operator-keys.ts';
import type { TrustedProxies } from './addresses/trusted-proxies.ts';
import * as settings from './settings.ts';

/** The port for runners outside of the installation. */
export interface RunnerEdgeSettings {
  /** host:port to serve gRPC on. */
  address: string;
  /** Without TLS settings the port speaks plain text, for a TLS proxy in front. */
  tls: TlsFiles | undefined;
}

export interface Config extends MeshSettings {
  host: string;
  port: number;
  /** host:port of each service. */
  addresses: Record<ServiceName, string>;
  /** Per API key; undefined when the limit is switched off. */
  limit: RateLimit | undefined;
  /** How many keys' limits all keys and sessions of one person, and of one organization, share. */
  sharedLimits: SharedLimitFactors;
  /** The proxies whose forwarding headers are trusted. */
  trustedProxies: TrustedProxies;
  maxBodyBytes: number;
  /** How many bytes of bodies and answers over 1 MB it holds at a time; of one organization half of them. */
  maxBytesInFlight: number;
  /** The most open connections of clients; further ones are closed at once. */
  maxConnections: number;
  /** How long it goes on taking requests after it was told to stop, in milliseconds. */
  stopDelayMs?: number;
  /** The port for runners outside of the installation; undefined when it is closed. */
  runnerEdge: RunnerEdgeSettings | undefined;
  /** The base URL of the installation for browsers. */
  publicUrl: string;
  /** The folder of the built console, or where it will stand once it is built; undefined serves none. */
  consoleDir?: string | undefined;
  /** The URL of this gateway for other gateways; its own address when absent. */
  relayUrl: string | undefined;
  /** The keys of the operator; undefined where the installation has none. */
  operatorKeys?: OperatorKeys | undefined;
  /** The settings that were read, for the operator. */
  settings?: readonly ServiceSetting[];
}

export const loadConfig = (env: Env = process.env): Config =>
  readEnv(env, (reader) => {
    const { read, optional } = reader;
    const host = read(settings.HOST);
    return {
      host,
      port: read(settings.PORT),
      ...meshSettings(reader),
      addresses: perService((name) => read(SERVICE_ADDRESSES[name])),
      limit: limitOf(requestLimit(reader)),
      sharedLimits: {
        person: read(settings.RATE_LIMIT_PERSON_FACTOR),
        organization: read(settings.RATE_LIMIT_ORGANIZATION_FACTOR),
      },
      trustedProxies: read(settings.TRUSTED_PROXIES),
      maxBodyBytes: read(settings.MAX_BODY_BYTES),
      maxBytesInFlight: read(settings.MAX_BYTES_IN_FLIGHT),
      maxConnections: read(settings.MAX_CONNECTIONS),
      stopDelayMs: read(STOP_DELAY_MS),
      runnerEdge: runnerEdgeOf(reader, host),
      publicUrl: read(PUBLIC_URL),
      consoleDir: optional(settings.CONSOLE_DIR),
      relayUrl: optional(settings.RELAY_URL),
      operatorKeys: optional(settings.OPERATOR_KEY),
      settings: reader.settings,
    };
  });

function runnerEdgeOf({ read, optional, refuse }: EnvReader, host: string): RunnerEdgeSettings | undefined {
  const port = read(settings.RUNNER_PORT);
  const [cert, key] = [optional(settings.RUNNER_TLS_CERT), optional(settings.RUNNER_TLS_KEY)];
  if ((cert === undefined) !== (key === undefined)) refuse('RUNNER_TLS_CERT and RUNNER_TLS_KEY belong together');
  return port === 0
    ? undefined
    : { address: `${host.includes(':') ? `[${host}]` : host}:${port}`, tls: cert && key ? { cert, key } : undefined };
}

const limitOf = (limit: RateLimit): RateLimit | undefined => (limit.perMinute === 0 ? undefined : limit);
