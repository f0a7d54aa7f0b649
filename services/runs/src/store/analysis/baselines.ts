import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { Run } from '../../domain/eval-runs/run.ts';
import { runColumns } from '../eval-runs/run-columns.ts';
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

/** The newest comparable run before this one. */
export async function findBaseline(db: Db, { id, projectId }: Run): Promise<Run | undefined> {
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
