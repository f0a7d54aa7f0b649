import { RunFinished } from '@assay/contract/gen/assay/v1/events';
import type { BusMessage } from '@assay/kit/bus/bus';
import type { Pool } from '@assay/kit/postgres/db';
import { once } from '@assay/kit/events/inbox';
import { recordCassette } from '../actions/cassettes/record-cassette.ts';
import { findRun } from '../store/eval-runs/runs.ts';

/** A run that was to be recorded leaves a cassette. */
export const onRunFinished =
  (pool: Pool) =>
  async ({ id, value }: BusMessage): Promise<void> => {
    const { projectId, runId } = RunFinished.decode(value);
    const run = await findRun(pool, projectId, runId);
    if (run?.cassette?.mode !== 'record') return;
    await once(pool, `${id} cassette`, (tx) => recordCassette(tx, run));
  };
