import { EvalRun, type ReadEvalRun } from '@assay/contract/areas/eval-runs/documents';
import { faultProblem } from '@assay/contract/fault';
import { trialStatistics } from '@assay/grading/statistics/trial-statistics';
import { jsonWith } from '@assay/kit/json/json-with';
import type { Db } from '@assay/kit/postgres/db';
import type { Run, RunDetails } from '../../domain/eval-runs/run.ts';
import { runRecord } from '../../domain/eval-runs/run-record.ts';
import { waitOfRun } from '../../domain/eval-runs/waiting-run.ts';
import { findCassetteOfRun } from '../../store/cassettes/cassettes.ts';
import { findRun, findRunWithStatistics, type RunStatistics } from '../../store/eval-runs/runs.ts';
import { findRunnerWait } from '../../store/work/runners.ts';
import { insightsOf } from '../analysis/insights-of.ts';
import { waiverOf } from '../gates/waiver-of.ts';
import { judgesOf } from '../judges/judges-of.ts';

type Part = (db: Db, run: Run & RunDetails) => Promise<Partial<EvalRun>>;

/** The parts of a run that only its single read shows, by their fields. Runs without such a part cost no query. */
const parts: Partial<Record<keyof EvalRun, Part>> = {
  judges: judgesOf,
  cassette: cassetteOf,
  insights: insightsOf,
  gateWaiver: waiverOf,
  waitingFor: waitOf,
};

/**
 * A run as its single read shows it, as JSON: all of it, or the given fields. `k` is the one of pass@k and pass^k.
 * Undefined when there is no such run. @throws VALIDATION_ERROR for a field that runs do not have.
 */
export async function shownRun(
  db: Db,
  { projectId, runId }: { projectId: string; runId: string },
  { k, fields }: ReadEvalRun = {},
): Promise<Buffer | undefined> {
  const wanted = fields === undefined ? undefined : fieldsIn(fields);
  const isWanted = (field: string) => wanted?.has(field) ?? true;
  const run: (Run & RunDetails & Partial<RunStatistics>) | undefined = isWanted('trialStatistics')
    ? await findRunWithStatistics(db, projectId, runId, k !== undefined)
    : await findRun(db, projectId, runId);
  if (!run) return undefined;
  const { statistics, counts } = run;
  const shown = await Promise.all(
    Object.entries(parts)
      .filter(([field]) => isWanted(field))
      .map(([, part]) => part(db, run)),
  );
  const whole = Object.assign(runRecord(run), ...shown, counts && { trialStatistics: trialStatistics(counts, k) });
  return jsonWith(
    wanted ? Object.fromEntries(Object.entries(whole).filter(([field]) => isWanted(field))) : whole,
    statistics ? { trialStatistics: statistics } : {},
  );
}

function fieldsIn(listed: string): Set<string> {
  const fields = listed.split(',').map((field) => field.trim());
  const unknown = fields.find((field) => !Object.hasOwn(EvalRun.properties, field));
  if (unknown !== undefined)
    throw faultProblem({
      path: '/fields',
      message: `"${unknown}" is not a field of a run; name fields of it, separated by commas`,
    });
  return new Set(fields);
}

/** The cassette of a recorded run, once it is stored. */
async function cassetteOf(db: Db, { id, spec: { cassette } }: Run): Promise<Pick<EvalRun, 'cassette'>> {
  if (cassette?.mode !== 'record') return {};
  const cassetteId = await findCassetteOfRun(db, id);
  return { cassette: { mode: cassette.mode, ...(cassetteId && { cassetteId }) } };
}

/** The reason why the run waits for its first runner. */
async function waitOf(db: Db, { id, status }: Run): Promise<Pick<EvalRun, 'waitingFor'>> {
  const wait = status === 'pending' ? await findRunnerWait(db, id) : undefined;
  const waitingFor = wait && waitOfRun(wait);
  return waitingFor ? { waitingFor } : {};
}
