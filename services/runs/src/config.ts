import { egressSettings, type EgressSettings } from '@assay/egress/settings';
import { blobSettings, type BlobSettings } from '@assay/kit/blobs/settings';
import { BROWSER_RUNNERS } from '@assay/browser/settings';
import { PUBLIC_URL } from '@assay/kit/settings/process-settings';
import { SERVICE_ADDRESSES } from '@assay/kit/rpc/address-settings';
import { readEnv, type Env } from '@assay/kit/env';
import { serviceConfig } from '@assay/kit/service';
import type { WorkingServiceConfig } from '@assay/work/service/local-runner';
import type { ArtifactQuota } from './domain/ingestion/artifact-quota.ts';
import { readInsightsSettings, type InsightsSettings } from './flows/analysis/insights-settings.ts';
import { ARTIFACTS_PER_DAY, ARTIFACT_MB_PER_DAY, LEASE_MS, REPORT_LINKS } from './settings.ts';

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

export const loadConfig = (env: Env = process.env): Config =>
  readEnv(env, (reader) => ({
    ...serviceConfig(reader),
    catalogAddress: reader.read(SERVICE_ADDRESSES.catalog),
    suitesAddress: reader.read(SERVICE_ADDRESSES.suites),
    diagnosticsAddress: reader.read(SERVICE_ADDRESSES.diagnostics),
    environmentsAddress: reader.read(SERVICE_ADDRESSES.environments),
    swarmsAddress: reader.read(SERVICE_ADDRESSES.swarms),
    leaseMs: reader.read(LEASE_MS),
    blobs: blobSettings(reader),
    artifactQuota: {
      artifacts: reader.read(ARTIFACTS_PER_DAY),
      bytes: reader.read(ARTIFACT_MB_PER_DAY) * 1024 * 1024,
    },
    publicUrl: reader.read(PUBLIC_URL),
    linksReports: reader.read(REPORT_LINKS),
    browserRunners: reader.read(BROWSER_RUNNERS),
    explaining: readInsightsSettings(reader),
    egress: egressSettings(reader),
  }));
