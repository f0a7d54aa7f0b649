import type { WakeUp } from '@assay/kit/concurrency/wake-ups/wake-up';
import type { Blobs } from '@assay/kit/blobs/blobs';
import type { Pool } from '@assay/kit/postgres/db';
import type { Channel } from '@assay/kit/rpc/client';
import type { Cursors } from '@assay/kit/requests/cursor';
import type { Logger } from '@assay/kit/log';
import type { ArtifactQuota } from './domain/ingestion/artifact-quota.ts';
import type { InsightsSettings } from './flows/analysis/insights-settings.ts';
import type { FrozenRuns } from './store/eval-runs/frozen-runs.ts';
import type { ReachedServers } from './flows/eval-runs/reached-servers.ts';
import type { RunFollowers } from './flows/eval-runs/run-followers.ts';

export interface Deps {
  pool: Pool;
  log: Logger;
  cursors: Cursors;
  /** Signs the URLs that artifacts are uploaded to. */
  meshSecret: string;
  catalog: Channel;
  suites: Channel;
  diagnostics: Channel;
  environments: Channel;
  swarms: Channel;
  /** The servers that a launch need not connect to. */
  reached: ReachedServers;
  frozen: FrozenRuns;
  /** Wakes runners that wait for work. */
  work: WakeUp;
  /** Wakes clients that follow a run. */
  followers: RunFollowers;
  /** The duration of a lease without a heartbeat. */
  leaseMs: number;
  /** The store for uploaded artifacts; undefined when the installation has none. */
  blobs: Blobs | undefined;
  /** The uploads that one organization may make in a day. */
  artifactQuota: ArtifactQuota;
  /** The address of the API. */
  publicUrl: string;
  /** The public address for reports; undefined where they hold none. */
  reportUrl: string | undefined;
  /** The installation has runners with a browser. */
  browserRunners: boolean;
  explaining: InsightsSettings;
}
