import { fragment, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import { listDistinctIds } from '@assay/kit/postgres/distinct-ids';
import { followsRun, isBaseline, isBranchBaseline } from '../analysis/baselines.ts';
import { fewRuns } from './removed-runs.ts';

/** An organization, and the number of days that it keeps ended runs or their traces. */
export interface RetentionRule {
  organizationId: string;
  days: number;
}

/** Organizations with ended runs, in the order of their ids, after `after`. */
export const listRunOrganizations = (db: Db, after: string, limit: number): Promise<string[]> =>
  listDistinctIds(db, { table: 'runs', column: 'organization_id', where: 'completed_at is not null' }, after, limit);

/** The same for organizations with catalogue labs. */
export const listLabOrganizations = (db: Db, after: string, limit: number): Promise<string[]> =>
  listDistinctIds(db, { table: 'catalogue_labs', column: 'organization_id' }, after, limit);

const isUnjudged = fragment(`not exists (select from judgements j where j.run_id = r.id and j.status = 'pending')`);

/**
 * A run may be deleted if it is not the newest of its suite, because numbers must not repeat, not the baseline of the
 * next run, and not the newest of a branch that later runs are compared with.
 */
const isSuperseded = fragment(`
  exists (select from runs later where later.suite_id = r.suite_id and later.run_number > r.run_number)
  and (not ${isBaseline('r').text} or exists (select from runs later where ${followsRun('later', 'r').text} and ${isBaseline('later').text}))
  and (not ${isBranchBaseline('r').text}
    or exists (select from runs later where ${followsRun('later', 'r').text} and later.branch = r.branch and ${isBranchBaseline('later').text})
    or not exists (select from runs later where ${followsRun('later', 'r').text} and later.baseline_branch = r.branch))`);

/** Labels measure the judges of a suite, so labelled runs are kept. */
const isUnlabelled = fragment('not exists (select from labels where labels.run_id = r.id)');

/** Runs that a transaction has locked to delete them, and the time at which the first of them ended. */
export interface ClaimedRuns {
  ids: string[];
  since: Date | null;
}

/**
 * Locks a few runs to delete for the transaction, among the runs that ended at `since` or later; runs that another transaction
 * has locked are skipped. With `since`, a batch does not look again at kept runs that an earlier batch has passed.
 */
export async function claimOldRuns(
  tx: Tx,
  { organizationId, days }: RetentionRule,
  since: Date | null,
): Promise<ClaimedRuns> {
  const claimed = await rows<{ id: string; completedAt: Date }>(
    tx,
    sql`
    with next as (
      select id, total from runs r
      where organization_id = ${organizationId} and completed_at < now() - make_interval(days => ${days}::int)
        and completed_at >= coalesce(${since}::timestamptz, '-infinity') and ${isUnjudged} and ${isSuperseded} and ${isUnlabelled}
      order by completed_at limit 100)
    select id, completed_at from runs where id in (${fewRuns}) order by id for update skip locked`,
  );
  const [first] = claimed.map(({ completedAt }) => completedAt).toSorted((a, b) => a.getTime() - b.getTime());
  return { ids: claimed.map(({ id }) => id), since: first ?? null };
}

/** Like `claimOldRuns`, for runs that still have traces. */
export async function claimTracedRuns(tx: Tx, { organizationId, days }: RetentionRule): Promise<string[]> {
  const claimed = await rows<{ id: string }>(
    tx,
    sql`
    with next as (
      select id, total from runs r
      where organization_id = ${organizationId} and completed_at < now() - make_interval(days => ${days}::int) and traces_gone_at is null and ${isUnjudged}
      order by completed_at limit 100)
    select id from runs where id in (${fewRuns}) order by id for update skip locked`,
  );
  return claimed.map(({ id }) => id);
}

/** Notes that the traces of claimed runs are gone. */
export async function noteTracesGone(tx: Tx, runIds: string[]): Promise<void> {
  // Tenant: retention goes over the runs of every project.
  await tx.query(sql`update runs set traces_gone_at = now() where id = any(${runIds})`);
}

/** Whether a run exists without its traces. */
export async function areTracesGone(db: Db, runId: string): Promise<boolean> {
  return (await rows(db, sql`select from runs where id = ${runId} and traces_gone_at is not null`)).length > 0;
}

/** The groups of runs. */
export async function listGroups(db: Db, runIds: string[]): Promise<string[]> {
  const found = await rows<{ id: string }>(
    db,
    sql`select distinct run_group_id as id from runs where id = any(${runIds}) and run_group_id is not null`,
  );
  return found.map(({ id }) => id);
}

/** Deletes those groups that have no run left. */
export async function deleteEmptyGroups(tx: Tx, ids: string[]): Promise<void> {
  // Tenant: retention goes over the runs of every project.
  await tx.query(
    sql`delete from run_groups g where id = any(${ids}) and not exists (select from runs where run_group_id = g.id)`,
  );
}
