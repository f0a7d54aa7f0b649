import type { WakeUp } from '@assay/kit/concurrency/wake-up';
import type { Channel } from '@assay/kit/rpc/client';
import type { Cursors } from '@assay/kit/requests/cursor';
import type { Pool } from '@assay/kit/postgres/db';

export interface Deps {
  pool: Pool;
  cursors: Cursors;
  catalog: Channel;
  /** Rung when there is work for a runner, or an end of it. */
  bell: WakeUp;
  /** Where people open the console. */
  publicUrl: string;
}
