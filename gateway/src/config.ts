import type { ServiceName } from '@assay/contract/operation';
import { ConfigError, readEnv, type Env } from '@assay/kit/env';
import type { Limit } from './rate-limit.ts';

export interface Config {
  host: string;
  port: number;
  meshSecret: string;
  /** host:port of each service. */
  addresses: Record<ServiceName, string>;
  /** Per API key; undefined when the limit is switched off. */
  limit: Limit | undefined;
  maxBodyBytes: number;
}

export const loadConfig = (env: Env = process.env): Config =>
  readEnv(env, ({ text, int, secret }) => ({
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
  }));

function limitOf(perMinute: number, burst: number): Limit | undefined {
  if (burst === 0) throw new ConfigError(['RATE_LIMIT_BURST must be at least 1; RATE_LIMIT_PER_MINUTE=0 switches the limit off']);
  return perMinute === 0 ? undefined : { perMinute, burst };
}
