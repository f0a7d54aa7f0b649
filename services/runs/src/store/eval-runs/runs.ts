import type { VariantCounts } from '@assay/grading/statistics/trial-statistics';
import { containing } from '@assay/kit/postgres/containing';
import { fragment, lookup, prepared, rows, sql, type Db, type Fragment, type Statement } from '@assay/kit/postgres/db';
import { KEPT_REPLIES } from '@assay/kit/requests/idempotency';
import type { EvalRun } from '@assay/contract/areas/eval-runs/documents';
import type { ListEvalRuns } from '@assay/contract/areas/eval-runs/listed-runs';
import type { Run, RunDetails } from '../../domain/eval-runs/run.ts';
import { listedRunColumns, runColumns, runDetailColumns } from './run-columns.ts';
import { isHidden } from './tombstones.ts';

/** A suite with its project, or a whole project. */
export interface RunsOwner {
  projectId: string;
  suiteId?: string;
}

/** Undefined when the project has no such run, or its suite was deleted. */
export async function findRun(db: Db, projectId: string, id: string): Promise<(Run & RunDetails) | undefined> {
  const [run] = await rows<Run & RunDetails>(
    db,
    prepared`select ${runColumns}, ${runDetailColumns} from runs where id = ${id} and project_id = ${projectId} and not ${isHidden('runs')}`,
  );
  return run;
}

/** Whether a run is graded per case, whether it goes on, and the version of its row, which every end of an iteration changes. */
export interface RunGrading {
  runId: string;
  isPerCase: boolean;
  isUnderWay: boolean;
  version: string;
}

/** Undefined when the project has no such run. */
export async function findRunGrading(db: Db, projectId: string, id: string): Promise<RunGrading | undefined> {
  const [run] = await rows<RunGrading>(
    db,
    prepared`select id as "runId", grades_per_case as "isPerCase", completed_at is null as "isUnderWay", xmin::text as version from runs
      where id = ${id} and project_id = ${projectId} and not ${isHidden('runs')}`,
  );
  return run;
}

/** The statistics of a run as they were stored at its end, as JSON, or else the counts that they are computed of. */
export interface RunStatistics {
  statistics: string | null;
  counts: VariantCounts[] | null;
}

/** A run with its statistics, in one query; `withCounts` asks for the counts of a run that is over. */
export async function findRunWithStatistics(
  db: Db,
  projectId: string,
  id: string,
  withCounts: boolean,
): Promise<(Run & RunDetails & RunStatistics) | undefined> {
  const [run] = await rows<Run & RunDetails & RunStatistics>(
    db,
    lookup`
    select ${runColumns}, ${runDetailColumns},
      case when finished > 0 and not ${withCounts}::boolean then trial_statistics::text end as statistics,
      case when finished > 0 and (${withCounts}::boolean or trial_statistics is null) then (
        select json_agg(v) from (
          select case_id as "caseId", model, eligible, passed from run_variants where run_id = runs.id order by case_position, position) v) end as counts
    from runs where id = ${id} and project_id = ${projectId} and not ${isHidden('runs')}`,
  );
  return run;
}

/**
 * The run that a launch with this key made, and the hash of its request, while the key is valid; keys of schedules are
 * always valid.
 */
export async function findRunByKey(
  db: Db,
  projectId: string,
  idempotencyKey: string,
): Promise<(Run & { requestHash: string | null }) | undefined> {
  const [run] = await rows<Run & { requestHash: string | null }>(
    db,
    sql`
    select ${runColumns}, request_hash from runs
    where project_id = ${projectId} and idempotency_key = ${idempotencyKey} and (source = 'schedule' or created_at > now() - ${KEPT_REPLIES})
      and not ${isHidden('runs')}`,
  );
  return run;
}

/** The run that still has a key which is no longer valid. */
export async function findFormerHolder(db: Db, projectId: string, idempotencyKey: string): Promise<string | undefined> {
  const [run] = await rows<{ id: string }>(
    db,
    sql`
    select id from runs where project_id = ${projectId} and idempotency_key = ${idempotencyKey} and source <> 'schedule' and created_at <= now() - ${KEPT_REPLIES}`,
  );
  return run?.id;
}

/** Removes a key that is no longer valid from its run. */
export async function releaseRunKey(db: Db, projectId: string, idempotencyKey: string): Promise<void> {
  await db.query(
    sql`update runs set idempotency_key = null where project_id = ${projectId} and idempotency_key = ${idempotencyKey}`,
  );
}

/** A run that the suite's schedule started at that time or later. */
export async function findScheduledRunSince(
  db: Db,
  projectId: string,
  suiteId: string,
  at: Date,
): Promise<string | undefined> {
  const [run] = await rows<{ id: string }>(
    db,
    sql`
    select id from runs where project_id = ${projectId} and suite_id = ${suiteId} and source = 'schedule' and created_at >= ${at}
    order by created_at desc limit 1`,
  );
  return run?.id;
}

/** The runs of a project that match every given filter. Times are milliseconds since the epoch. */
export type RunFilter = Omit<ListEvalRuns, 'cursor' | 'limit' | 'counts'>;

/** The columns that are read of listed runs: `head` stands before the conditions on `runs`, and `tail` behind them. */
interface RunListParts {
  head: Fragment;
  tail: Fragment;
}

/** The newest `limit` runs of a project that match a filter, after a place. */
function newestRuns(
  { head, tail }: RunListParts,
  projectId: string,
  filter: RunFilter,
  after: readonly (string | number)[] | undefined,
  limit: number,
): Statement {
  const { status, verdict, suiteId, source, since, until, branch, commit, pullRequest } = filter;
  const { environmentId, model, runGroupId, q } = filter;
  const [at, id] = after ?? [null, null];
  const verdicts = verdict?.split(',') ?? null;
  return sql`
    ${head} from runs
    where project_id = ${projectId} and not ${isHidden('runs')}
      and (${suiteId}::text is null or suite_id = ${suiteId})
      and (${status}::text is null or status = ${status})
      and (${verdicts}::text[] is null or coalesce(result, 'notEstablished') = any(${verdicts}::text[]))
      and (${source}::text is null or source = ${source})
      and (${since}::float8 is null or created_at >= to_timestamp(${since}::float8 / 1000))
      and (${until}::float8 is null or created_at < to_timestamp(${until}::float8 / 1000))
      and (${branch}::text is null or branch = ${branch})
      and (${commit}::text is null or commit_sha like ${commit}::text || '%')
      and (${pullRequest}::text is null or pull_request = ${pullRequest})
      and (${environmentId}::text is null or environment_id = ${environmentId})
      and (${runGroupId}::text is null or run_group_id = ${runGroupId})
      and (${model}::text is null or effective_model = ${model}
           or effective_model is null and exists (select from run_variants v where v.run_id = runs.id and v.model = ${model}))
      and (${q}::text is null or notes ilike ${containing(q ?? '')})
      and (${at}::float8 is null or (created_at, id) < (to_timestamp(${at}::float8 / 1000), ${id}))
    order by created_at desc, id desc limit ${limit} ${tail}`;
}

/** Some runs of a project, oldest first. */
export const listRunsById = (db: Db, projectId: string, runIds: string[]): Promise<Run[]> =>
  rows<Run>(
    db,
    sql`
    select ${runColumns} from runs where project_id = ${projectId} and id = any(${runIds}) order by created_at, id`,
  );

const listed: RunListParts = { head: fragment(`select ${listedRunColumns.text}`), tail: fragment('') };
const counted: RunListParts = {
  head: fragment(`select verdict, count(*)::int as count from (select coalesce(result, 'notEstablished') as verdict`),
  tail: fragment(') matching group by verdict'),
};

/** Newest first. Ask for one row more than a page: its presence means there is a next one. */
export const listRuns = (
  db: Db,
  projectId: string,
  filter: RunFilter,
  after: readonly (string | number)[] | undefined,
  limit: number,
): Promise<Run[]> => rows<Run>(db, newestRuns(listed, projectId, filter, after, limit));

/** The newest `limit` matching runs, counted by verdict. */
export const countRunsByVerdict = (
  db: Db,
  projectId: string,
  filter: Omit<RunFilter, 'verdict'>,
  limit: number,
): Promise<{ verdict: EvalRun['verdict']; count: number }[]> =>
  rows(db, newestRuns(counted, projectId, filter, undefined, limit));

/** The first finished runs with traces of a project from a place on, that place included, oldest first. */
export async function listRunsWithTraces(
  db: Db,
  projectId: string,
  from: { createdAt: number; runId: string } | undefined,
  limit: number,
): Promise<Run[]> {
  return rows<Run>(
    db,
    sql`
    select ${runColumns} from runs
    where project_id = ${projectId} and completed_at is not null and traces_gone_at is null and not ${isHidden('runs')}
      and (${from?.createdAt}::float8 is null or (created_at, id) >= (to_timestamp(${from?.createdAt}::float8 / 1000), ${from?.runId}))
    order by created_at, id limit ${limit}`,
  );
}

/** Locks runs in one order, so that two writers cannot deadlock. */
export async function lockRuns(db: Db, runIds: string[]): Promise<void> {
  await db.query(sql`select from runs where id = any(${runIds}) order by id for update`);
}
