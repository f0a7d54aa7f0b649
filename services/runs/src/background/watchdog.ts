import { repeat } from '@assay/kit/concurrency/background-task';
import { isUnavailable, type Pool } from '@assay/kit/postgres/db';
import type { Logger } from '@assay/kit/log';
import { outageIn, type OutageWords } from '@assay/kit/outage-log';
import { endSilentLab } from '../actions/catalogue-labs/end-lab.ts';
import { timeOutRun } from '../actions/eval-runs/end-run.ts';
import { endGradingWait } from '../actions/judges/end-grading-wait.ts';
import { WATCH_MS } from '../domain/run-limits/limits.ts';
import { listSilentLabs } from '../store/catalogue-labs/labs.ts';
import { listOverdueGradings, listOverdueRuns } from '../store/eval-runs/run-life.ts';

/** Ends runs past their deadline, runs that wait in vain for their judge, and catalogue labs without a sign of a runner. */
export const startWatchdog = (pool: Pool, log: Logger): { stop(): Promise<void> } =>
  repeat('the watchdog', WATCH_MS, log, () => endOverdueRuns(pool, log));

/**
 * One pass; may be repeated and run in several replicas at once. A run that cannot be ended does not stop the others;
 * such failures are logged once until a pass has none.
 */
export async function endOverdueRuns(pool: Pool, log: Logger): Promise<void> {
  await endEach(await listOverdueRuns(pool), 'runId', (runId) => timeOutRun(pool, runId), {
    began: 'an overdue run could not be ended',
    over: 'overdue runs are ended again',
  });
  await endEach(await listOverdueGradings(pool), 'runId', (runId) => endGradingWait(pool, runId), {
    began: 'the wait for a judge could not be ended',
    over: 'waits for judges are ended again',
  });
  await endEach(await listSilentLabs(pool), 'labId', (labId) => endSilentLab(pool, labId), {
    began: 'a catalogue lab without a runner could not be ended',
    over: 'catalogue labs without a runner are ended again',
  });

  async function endEach(
    ids: string[],
    field: 'runId' | 'labId',
    end: (id: string) => Promise<unknown>,
    words: OutageWords,
  ) {
    const outage = outageIn(log, { ...words, level: 'error' });
    let failures = 0;
    for (const id of ids)
      await end(id).catch((error: unknown) => {
        if (isUnavailable(error)) throw error;
        failures++;
        outage.began(error, { [field]: id });
      });
    if (failures === 0) outage.over();
  }
}
