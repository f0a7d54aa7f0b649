import type { ServiceName } from '@assay/contract/operation';
import { ConfigError, readEnv, type Env } from '@assay/kit/env';
import type { Limit } from './rate-limit.ts';
import type { RunnerEdge } from './runner-edge/runner-edge.ts';

export interface Config {
  host: string;
  port: number;
  meshSecret: string;
  /** host:port of each service. */
  addresses: Record<ServiceName, string>;
  /** Per API key; undefined when the limit is switched off. */
  limit: Limit | undefined;
  maxBodyBytes: number;
  /** Where runners outside of the installation come in; undefined when they cannot. */
  runnerEdge: RunnerEdge | undefined;
  /** Where other gateways reach this one; its own address when absent. */
  relayUrl: string | undefined;
}

export const loadConfig = (env: Env = process.env): Config =>
  readEnv(env, ({ text, int, secret, optional, optionalSecret, url }) => ({
    host: text('HOST', '0.0.0.0'),
    port: int('PORT', 4000),
    meshSecret: secret('MESH_SECRET'),
    addresses: {
      catalog: text('CATALOG_ADDRESS'),
      diagnostics: text('DIAGNOSTICS_ADDRESS'),
      suites: text('SUITES_ADDRESS'),
      runs: text('RUNS_ADDRESS'),
    },
    limit: limitOf(int('RATE_LIMIT_PER_MINUTE', 60), int('RATE_LIMIT_BURST', 10)),
    maxBodyBytes: int('MAX_BODY_BYTES', 12 * 1024 * 1024),
    runnerEdge: runnerEdgeOf(text('HOST', '0.0.0.0'), int('RUNNER_PORT', 0), optionalSecret('RUNNER_TLS_CERT'), optionalSecret('RUNNER_TLS_KEY')),
    relayUrl: optional('RELAY_URL') && url('RELAY_URL'),
  }));

function runnerEdgeOf(host: string, port: number, cert: string | undefined, key: string | undefined): RunnerEdge | undefined {
  if ((cert === undefined) !== (key === undefined)) throw new ConfigError(['RUNNER_TLS_CERT and RUNNER_TLS_KEY belong together']);
  return port === 0 ? undefined : { address: `${host.includes(':') ? `[${host}]` : host}:${port}`, tls: cert && key ? { cert, key } : undefined };
}

function limitOf(perMinute: number, burst: number): Limit | undefined {
  if (burst === 0) throw new ConfigError(['RATE_LIMIT_BURST must be at least 1; RATE_LIMIT_PER_MINUTE=0 switches the limit off']);
  return perMinute === 0 ? undefined : { perMinute, burst };
}
