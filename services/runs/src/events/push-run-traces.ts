import { RunFinished } from '@assay/contract/gen/assay/v1/events';
import type { BusMessage } from '@assay/kit/bus/bus';
import type { Pool } from '@assay/kit/postgres/db';
import { insertTracePush } from '../store/reports/trace-pushes.ts';

/** The traces of a finished run are owed to the operator's collector, which may take its time: events do not wait for it. */
export const onRunFinishedPush =
  (pool: Pool) =>
  async ({ value }: BusMessage): Promise<void> => {
    const { runId } = RunFinished.decode(value);
    await insertTracePush(pool, runId);
  };
