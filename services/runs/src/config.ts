import { ConfigError, readEnv, type Env } from '@assay/kit/env';
import { serviceConfig, type ServiceConfig } from '@assay/kit/service';

export interface Config extends ServiceConfig {
  catalogAddress: string;
  suitesAddress: string;
  diagnosticsAddress: string;
  /** How long a lease holds without a heartbeat. */
  leaseMs: number;
}

/** Runners beat every second; a lease has to survive the loss of a beat. */
const MIN_LEASE_MS = 3_000;

export const loadConfig = (env: Env = process.env): Config =>
  readEnv(env, (reader) => ({
    ...serviceConfig(reader),
    catalogAddress: reader.text('CATALOG_ADDRESS'),
    suitesAddress: reader.text('SUITES_ADDRESS'),
    diagnosticsAddress: reader.text('DIAGNOSTICS_ADDRESS'),
    leaseMs: leaseOf(reader.int('LEASE_MS', 15_000)),
  }));

function leaseOf(ms: number): number {
  if (ms < MIN_LEASE_MS) throw new ConfigError([`LEASE_MS must be at least ${MIN_LEASE_MS}`]);
  return ms;
}
