import { egressSettings, type EgressSettings } from '@assay/egress/settings';
import { blobSettings, type BlobSettings } from '@assay/kit/blobs/settings';
import { ConfigError, readEnv, type Env } from '@assay/kit/env';
import { serviceConfig } from '@assay/kit/service';
import type { WorkingServiceConfig } from '@assay/work/service/local-runner';
import type { ArtifactQuota } from './domain/ingestion/artifact-quota.ts';
import { readInsightsSettings, type InsightsSettings } from './flows/analysis/insights-settings.ts';

export interface Config extends WorkingServiceConfig {
  catalogAddress: string;
  suitesAddress: string;
  diagnosticsAddress: string;
  environmentsAddress: string;
  swarmsAddress: string;
  /** The duration of a lease without a heartbeat. */
  leaseMs: number;
  /** The store for uploaded artifacts; undefined when the installation has none. */
  blobs: BlobSettings | undefined;
  /** The uploads that one organization may make in a day. */
  artifactQuota: ArtifactQuota;
  /** The address of the API, without a slash at its end. */
  publicUrl: string;
  /** Reports hold the addresses of their run and its traces; not where the installation ends before its reports are read. */
  linksReports: boolean;
  /** The installation has runners with a browser. */
  browserRunners: boolean;
  explaining: InsightsSettings;
  egress: EgressSettings;
}

/** Runners send a heartbeat every second; a lease has to survive the loss of one. */
const MIN_LEASE_MS = 3_000;

export const loadConfig = (env: Env = process.env): Config =>
  readEnv(env, (reader) => ({
    ...serviceConfig(reader),
    catalogAddress: reader.text('CATALOG_ADDRESS'),
    suitesAddress: reader.text('SUITES_ADDRESS'),
    diagnosticsAddress: reader.text('DIAGNOSTICS_ADDRESS'),
    environmentsAddress: reader.text('ENVIRONMENTS_ADDRESS'),
    swarmsAddress: reader.text('SWARMS_ADDRESS'),
    leaseMs: leaseOf(reader.int('LEASE_MS', 15_000)),
    blobs: blobSettings(reader),
    artifactQuota: {
      artifacts: reader.int('ARTIFACTS_PER_DAY', 2_000),
      bytes: reader.int('ARTIFACT_MB_PER_DAY', 2_048) * 1024 * 1024,
    },
    publicUrl: reader.url('PUBLIC_URL', 'http://127.0.0.1:4000'),
    linksReports: reader.flag('REPORT_LINKS', true),
    browserRunners: reader.flag('BROWSER_RUNNERS', false),
    explaining: readInsightsSettings(reader),
    egress: egressSettings(reader),
  }));

function leaseOf(ms: number): number {
  if (ms < MIN_LEASE_MS) throw new ConfigError([`LEASE_MS must be at least ${MIN_LEASE_MS}`]);
  return ms;
}
