import { queuedWork } from '@assay/work/queue/queued-work';
import type { WorkProvider } from '@assay/work/service/work-service';
import type { Deps } from '../../deps.ts';

/** The work source of this service. */
export const swarmsWork = ({ pool, wakeUp }: Pick<Deps, 'pool' | 'wakeUp'>): WorkProvider => ({
  sources: [queuedWork(pool, {})],
  wakeUp,
});
