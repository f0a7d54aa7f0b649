import type { NamedBaseline } from '@assay/contract/areas/gates/named-baseline';
import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { Run } from '../../domain/eval-runs/run.ts';
import { runColumns } from '../eval-runs/run-columns.ts';
import { findRun } from '../eval-runs/runs.ts';
import { isHidden } from '../eval-runs/tombstones.ts';

// Retention uses these fragments to keep baselines of later runs; the index runs_baselines matches only these
// expressions.
/** Whether a run can be a baseline: completed, and of all cases. */
export const isBaseline = (run: string) => fragment(`(${run}.status = 'completed' and ${run}.is_baseline)`);

/** The columns that comparable runs share: suite, client and arm. */
export const comparableColumns = (run: string) => fragment(`${run}.suite_id, ${run}.client_key, ${run}.arm`);

/** Whether `run` comes after `earlier` among comparable runs. */
export const followsRun = (run: string, earlier: string) =>
  fragment(
    `((${comparableColumns(run).text}) = (${comparableColumns(earlier).text}) and ${run}.run_number > ${earlier}.run_number)`,
  );

/** Whether a run is a completed one of its branch, of all cases. A fork names its branches as it likes, so pull requests do not count. */
export const isOfBranch = (run: string) =>
  fragment(`(${run}.branch is not null and ${run}.pull_request is null and ${isBaseline(run).text})`);

/** Whether a run can be the baseline of its branch: it has a verdict. */
export const isBranchBaseline = (run: string) =>
  fragment(`(${isOfBranch(run).text} and ${run}.result in ('passed', 'failed'))`);

/** The baseline of a run: the newest run of a branch before it, or a run by its id, or else the completed run before it. */
export async function findBaseline(db: Db, run: Run, named: NamedBaseline | undefined): Promise<Run | undefined> {
  if (named?.runId !== undefined) return findRun(db, run.projectId, named.runId);
  return named?.branch === undefined ? findPrevious(db, run) : findNewestOfBranch(db, run, named.branch);
}

async function findNewestOfBranch(db: Db, { id, projectId }: Run, branch: string): Promise<Run | undefined> {
  const [run] = await rows<Run>(
    db,
    sql`
    select ${runColumns} from runs where id = (
      select earlier.id from runs r join runs earlier on ${followsRun('r', 'earlier')}
      where r.id = ${id} and earlier.project_id = ${projectId} and earlier.branch = ${branch}
        and ${isBranchBaseline('earlier')} and not ${isHidden('earlier')}
      order by earlier.run_number desc limit 1)`,
  );
  return run;
}

/** The newest comparable run before this one. */
async function findPrevious(db: Db, { id, projectId }: Run): Promise<Run | undefined> {
  const [run] = await rows<Run>(
    db,
    sql`
    select ${runColumns} from runs where id = (
      select earlier.id from runs r join runs earlier on ${followsRun('r', 'earlier')}
      where r.id = ${id} and earlier.project_id = ${projectId} and ${isBaseline('earlier')} and not ${isHidden('earlier')}
      order by earlier.run_number desc limit 1)`,
  );
  return run;
}
