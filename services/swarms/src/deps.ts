import type { WakeUp } from '@assay/kit/concurrency/wake-ups/wake-up';
import type { Pool } from '@assay/kit/postgres/db';
import type { Cursors } from '@assay/kit/requests/cursor';
import type { Channel } from '@assay/kit/rpc/client';
import type { RunFeeds } from './flows/journey-runs/run-feeds.ts';

export interface Deps {
  pool: Pool;
  cursors: Cursors;
  catalog: Channel;
  environments: Channel;
  /** Wakes waiting runners when there is work, and requests that wait for the end of some. */
  wakeUp: WakeUp;
  /** Tells requests that wait for news of journey runs. */
  feeds: RunFeeds;
  /** The models that play personas and that judge goals, `provider/name`. */
  personaModel: string;
  judgeModel: string;
  /** The model that explains findings, `provider/name`; without one, rules alone tell them. */
  insightsModel: string | undefined;
}
