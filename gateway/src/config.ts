import type { ServiceSetting } from '@assay/contract/areas/operator/documents';
import { addressSetting, perService, type ServiceName } from '@assay/contract/services';
import { ConfigError, readEnv, type Env } from '@assay/kit/env';
import { requestLimit } from '@assay/kit/requests/request-limit';
import type { RateLimit } from './limits/rate-limit.ts';
import type { MeshSettings } from '@assay/kit/rpc/mesh';
import type { SharedLimitFactors } from './limits/request-buckets.ts';
import { meshSettings } from '@assay/kit/security/mesh-settings';
import type { TlsFiles } from '@assay/kit/rpc/serve';
import { operatorKeysOf, type OperatorKeys } from './access/operator-keys.ts';
import { noProxies, proxiesOf, type TrustedProxies } from './http/trusted-proxies.ts';

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
    const { text, int, optional, optionalSecret, parsed, url } = reader;
    return {
      host: text('HOST', '0.0.0.0'),
      port: int('PORT', 4000),
      ...meshSettings(reader),
      addresses: perService((name) => text(addressSetting(name))),
      limit: limitOf(requestLimit({ int })),
      sharedLimits: {
        person: factorOf('RATE_LIMIT_PERSON_FACTOR', int('RATE_LIMIT_PERSON_FACTOR', 10)),
        organization: factorOf('RATE_LIMIT_ORGANIZATION_FACTOR', int('RATE_LIMIT_ORGANIZATION_FACTOR', 100)),
      },
      trustedProxies: parsed('TRUSTED_PROXIES', proxiesOf) ?? noProxies,
      maxBodyBytes: int('MAX_BODY_BYTES', 12 * 1024 * 1024),
      maxBytesInFlight: int('MAX_BYTES_IN_FLIGHT', 256 * 1024 * 1024),
      maxConnections: int('MAX_CONNECTIONS', 10_000),
      stopDelayMs: int('STOP_DELAY_MS', 0),
      runnerEdge: runnerEdgeOf(
        text('HOST', '0.0.0.0'),
        int('RUNNER_PORT', 0),
        optionalSecret('RUNNER_TLS_CERT'),
        optionalSecret('RUNNER_TLS_KEY'),
      ),
      publicUrl: url('PUBLIC_URL', 'http://127.0.0.1:4000'),
      consoleDir: optional('CONSOLE_DIR'),
      relayUrl: optional('RELAY_URL') && url('RELAY_URL'),
      operatorKeys: parsed('OPERATOR_KEY', operatorKeysOf),
      settings: reader.settings,
    };
  });

function runnerEdgeOf(
  host: string,
  port: number,
  cert: string | undefined,
  key: string | undefined,
): RunnerEdgeSettings | undefined {
  if ((cert === undefined) !== (key === undefined))
    throw new ConfigError(['RUNNER_TLS_CERT and RUNNER_TLS_KEY belong together']);
  return port === 0
    ? undefined
    : { address: `${host.includes(':') ? `[${host}]` : host}:${port}`, tls: cert && key ? { cert, key } : undefined };
}

const MAX_FACTOR = 10_000;

function factorOf(name: string, factor: number): number {
  if (factor < 1 || factor > MAX_FACTOR) throw new ConfigError([`${name} must be between 1 and ${MAX_FACTOR}`]);
  return factor;
}

const limitOf = (limit: RateLimit): RateLimit | undefined => (limit.perMinute === 0 ? undefined : limit);
