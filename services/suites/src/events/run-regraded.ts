import { RunRegraded } from '@assay/contract/gen/assay/v1/events';
import type { BusMessage } from '@assay/kit/bus/bus';
import type { Pool } from '@assay/kit/postgres/db';
import { once } from '@assay/kit/events/inbox';
import { correctRun } from '../actions/suites/record-run.ts';

export const onRunRegraded =
  (pool: Pool) =>
  async ({ id, value }: BusMessage): Promise<void> => {
    const run = RunRegraded.decode(value);
    await once(pool, id, (tx) => correctRun(tx, run));
  };
