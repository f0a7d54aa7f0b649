import type { Pool } from '@assay/kit/db';
import type { Channel } from '@assay/kit/client';
import type { Cursors } from '@assay/kit/cursor';
import type { FrozenRuns } from './frozen-runs.ts';
import type { WorkSignal } from './work-signal.ts';

export interface Deps {
  pool: Pool;
  cursors: Cursors;
  catalog: Channel;
  suites: Channel;
  diagnostics: Channel;
  frozen: FrozenRuns;
  work: WorkSignal;
  /** How long a lease holds without a heartbeat. */
  leaseMs: number;
}
