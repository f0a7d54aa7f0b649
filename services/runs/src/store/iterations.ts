import { rows, sql, type Db } from '@assay/kit/db';
import type { Iteration, IterationGrade, IterationStatus } from '../domain/iteration.ts';

export interface NewIteration { id: string; position: number; casePosition: number; iterationNumber: number; model: string | null }

/** An iteration as it is handed to a runner. */
export interface LeasedIteration {
  id: string; runId: string; projectId: string; organizationId: string; fence: string; case: string; servers: { id: string; name: string }[];
  sessionIsolation: string; model: string | null; iterationNumber: number; needsInventory: boolean; traceparent: string | null;
  }

/** An iteration that a runner holds, or held. */
export interface HeldIteration { id: string; runId: string; casePosition: number; fence: number }

/** One iteration's end, as it is stored. */
export interface Settlement {
  id: string; fence: number; status: IterationStatus; result: 'passed' | 'failed' | null; durationMs: number;
  errorCode: string | null; errorMessage: string | null; grade: IterationGrade | null; transcript: Buffer | null;
}

export async function insertIterations(db: Db, runId: string, iterations: NewIteration[]): Promise<void> {
  await db.query(sql`
    insert into iterations (run_id, id, position, case_position, iteration_number, model)
    select ${runId}, * from unnest(
      ${iterations.map((each) => each.id)}::text[], ${iterations.map((each) => each.position)}::int[], ${iterations.map((each) => each.casePosition)}::int[],
      ${iterations.map((each) => each.iterationNumber)}::int[], ${iterations.map((each) => each.model)}::text[])`);
}

/** In the order of the suite's cases. Ask for one row more than a page. */
export async function listIterations(db: Db, runId: string, afterPosition: number, limit: number): Promise<Iteration[]> {
  return rows<Iteration>(db, sql`
    select i.id, i.run_id as "runId", i.position, c.case_id as "caseId", c.title, i.iteration_number as "iterationNumber", i.model, i.status, i.result,
           i.started_at as "startedAt", i.duration_ms as "durationMs", i.error_code as "errorCode", i.error_message as "errorMessage", i.grade
    from iterations i join run_cases c on c.run_id = i.run_id and c.position = i.case_position
    where i.run_id = ${runId} and i.position > ${afterPosition}
    order by i.position limit ${limit}`);
}

/** Hands out free iterations, oldest first: those never taken, and those whose holder went silent fewer than `maxAttempts` times. */
export async function claimIterations(db: Db, runnerId: string, count: number, leaseMs: number, maxAttempts: number): Promise<LeasedIteration[]> {
  const claimed = await rows<LeasedIteration & { position: number }>(db, sql`
    with next as (
      select id from runs r
      where status in ('pending', 'running') and exists (
        select from iterations where run_id = r.id and status in ('pending', 'running')
          and (status = 'pending' or (lease_until < now() and attempts < ${maxAttempts})))
      order by served_at nulls first, created_at limit 1),
    free as (
      select i.id from iterations i join next on next.id = i.run_id
      where i.status in ('pending', 'running') and (i.status = 'pending' or (i.lease_until < now() and i.attempts < ${maxAttempts}))
      order by i.position limit ${count} for update of i skip locked)
    update iterations i
    set status = 'running', runner_id = ${runnerId}, fence = i.fence + 1, attempts = i.attempts + 1, started_at = now(),
        lease_until = now() + ${leaseMs} * interval '1 ms'
    from free, runs r, run_cases c
    where i.id = free.id and r.id = i.run_id and c.run_id = i.run_id and c.position = i.case_position
    returning i.id, i.run_id as "runId", i.position, i.fence, i.model, i.iteration_number as "iterationNumber",
              r.project_id as "projectId", r.organization_id as "organizationId", r.servers, r.traceparent,
              r.session_isolation as "sessionIsolation", c.body::text as case, c.needs_inventory as "needsInventory"`);
  return claimed.sort((a, b) => a.position - b.position);
}

/** Extends the leases that are still held; answers their ids. Locks in the order of ids, as `lockIterations` does. */
export async function extendLeases(db: Db, held: { id: string; fence: number }[], leaseMs: number): Promise<string[]> {
  const extended = await rows<{ id: string }>(db, sql`
    with held as (
      select i.id from unnest(${held.map(({ id }) => id)}::text[], ${held.map(({ fence }) => fence)}::bigint[]) as h(id, fence)
      join iterations i on i.id = h.id and i.fence = h.fence
      where i.status = 'running' order by i.id for no key update of i)
    update iterations i set lease_until = now() + ${leaseMs} * interval '1 ms' from held where i.id = held.id returning i.id`);
  return extended.map(({ id }) => id);
}

/** The run and case of iterations that these holders were given, whatever became of them since. */
export async function findHeld(db: Db, held: { id: string; fence: number }[]): Promise<HeldIteration[]> {
  return rows<HeldIteration>(db, sql`
    select i.id, i.run_id as "runId", i.case_position as "casePosition", h.fence::float8 as fence
    from unnest(${held.map(({ id }) => id)}::text[], ${held.map(({ fence }) => fence)}::bigint[]) as h(id, fence)
    join iterations i on i.id = h.id and i.fence = h.fence`);
}

/** Locks iterations in one order for everybody, so that two writers never wait for each other. */
export async function lockIterations(db: Db, ids: string[]): Promise<void> {
  await db.query(sql`select from iterations where id = any(${ids}) order by id for no key update`);
}

/** Puts iterations back that their runner could not finish; giving work back is no failed attempt. */
export async function releaseIterations(db: Db, held: { id: string; fence: number }[]): Promise<void> {
  await db.query(sql`
    update iterations i set status = 'pending', attempts = i.attempts - 1, lease_until = null, started_at = null
    from unnest(${held.map(({ id }) => id)}::text[], ${held.map(({ fence }) => fence)}::bigint[]) as h(id, fence)
    where i.id = h.id and i.fence = h.fence and i.status = 'running'`);
}

/** Stores many ends in one statement; only an iteration still held under the same fence changes. Answers those that did. */
export async function settleIterations(db: Db, ends: Settlement[]): Promise<string[]> {
  const settled = await rows<{ id: string }>(db, sql`
    update iterations i
    set status = e.status, result = e.result, duration_ms = e.duration_ms, error_code = e.error_code, error_message = e.error_message,
        grade = e.grade, evaluator_error = e.evaluator_error, transcript = e.transcript, lease_until = null
    from unnest(
      ${ends.map((e) => e.id)}::text[], ${ends.map((e) => e.fence)}::bigint[], ${ends.map((e) => e.status)}::text[], ${ends.map((e) => e.result)}::text[],
      ${ends.map((e) => e.durationMs)}::int[], ${ends.map((e) => e.errorCode)}::text[], ${ends.map((e) => e.errorMessage)}::text[],
      ${ends.map((e) => e.grade && JSON.stringify(e.grade))}::json[], ${ends.map((e) => e.grade?.evaluatorError ?? false)}::boolean[],
      ${ends.map((e) => e.transcript)}::bytea[])
      as e(id, fence, status, result, duration_ms, error_code, error_message, grade, evaluator_error, transcript)
    where i.id = e.id and i.fence = e.fence and i.status = 'running' returning i.id`);
  return settled.map(({ id }) => id);
}

/** Keeps what a runner saw of an iteration that was cancelled, or timed out with its run, under it. */
export async function keepLateEvidence(db: Db, ends: Settlement[]): Promise<void> {
  if (ends.length === 0) return;
  await db.query(sql`
    update iterations i set transcript = e.transcript, duration_ms = e.duration_ms
    from unnest(${ends.map((e) => e.id)}::text[], ${ends.map((e) => e.fence)}::bigint[], ${ends.map((e) => e.durationMs)}::int[], ${ends.map((e) => e.transcript)}::bytea[])
      as e(id, fence, duration_ms, transcript)
    where i.id = e.id and i.fence = e.fence and i.status in ('cancelled', 'timed_out') and i.transcript is null`);
}

/** Ends every iteration of a run that is still open. */
export async function endOpenIterations(db: Db, runId: string, status: 'cancelled' | 'timed_out'): Promise<void> {
  await db.query(sql`
    update iterations set status = ${status}, lease_until = null,
           duration_ms = case when started_at is not null then (extract(epoch from now() - started_at) * 1000)::int end
    where run_id = ${runId} and status in ('pending', 'running')`);
}

/** Takes over iterations whose holders went silent too often to try again: under a fence of ours, so that none of them can still report. */
export async function takeOverAbandoned(db: Db, maxAttempts: number, leaseMs: number): Promise<{ id: string; fence: number }[]> {
  const abandoned = await rows<{ id: string; fence: string }>(db, sql`
    with lost as (
      select id from iterations where status = 'running' and lease_until < now() and attempts >= ${maxAttempts}
      order by id limit 100 for update skip locked)
    update iterations i set fence = i.fence + 1, lease_until = now() + ${leaseMs} * interval '1 ms'
    from lost where i.id = lost.id returning i.id, i.fence`);
  return abandoned.map(({ id, fence }) => ({ id, fence: Number(fence) }));
}
