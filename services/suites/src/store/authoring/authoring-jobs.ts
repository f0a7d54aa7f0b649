import { fragment, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import type { Idempotency } from '@assay/kit/requests/idempotency';
import type { CaseDraft } from '@assay/contract/areas/authoring/drafts';
import type { EvalAuthoringJobSummary } from '@assay/contract/areas/authoring/documents';
import type { AuthoringJob, JobSummary } from '../../domain/authoring/authoring-job.ts';
import { caseColumns, toStoredCase, type CaseRow } from '../cases/cases.ts';
import type { StoredCase } from '../../domain/cases/case-record.ts';

/** The path of a job: project, suite and id. */
export interface JobAddress {
  projectId: string;
  suiteId: string;
  jobId: string;
}

/** A job before its row is written. */
export type NewAuthoringJob = Pick<AuthoringJob, 'id' | 'projectId' | 'suiteId' | 'source' | 'request'> &
  Partial<Pick<AuthoringJob, 'status' | 'phase' | 'drafts'>> & { idempotency?: Idempotency | undefined };

/** The end of a job: status, drafts and errors. */
export type JobEnd = Pick<AuthoringJob, 'status' | 'generationModel' | 'error' | 'warnings' | 'drafts'>;

const columns = fragment(`id, project_id, suite_id, source, status, phase, request, generation_model,
  error, warnings, drafts, created, case_issues, skipped, request_hash, created_at, updated_at`);

/** Locks the start of jobs in the project until the transaction ends. */
export async function lockStarts(tx: Tx, projectId: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('authoring'), hashtext(${projectId}))`);
}

export async function countPendingJobs(db: Db, projectId: string): Promise<number> {
  const [row] = await rows<{ count: number }>(
    db,
    sql`select count(*)::int as count from authoring_jobs where project_id = ${projectId} and status = 'pending'`,
  );
  return row!.count;
}

/** False when the suite has a job with the same idempotency key, or is deleted. */
export async function insertAuthoringJob(
  tx: Tx,
  {
    id,
    projectId,
    suiteId,
    source,
    request,
    status = 'pending',
    phase = 'prepare',
    drafts = [],
    idempotency,
  }: NewAuthoringJob,
): Promise<boolean> {
  const { rowCount } = await tx.query(sql`
    insert into authoring_jobs (id, project_id, suite_id, source, request, status, phase, drafts, idempotency_key, request_hash)
    select ${id}, project_id, id, ${source}, ${JSON.stringify(request)}::json, ${status}, ${phase}, ${JSON.stringify(drafts)}::json,
           ${idempotency?.key ?? null}::text, ${idempotency?.requestHash ?? null}::text
    from suites where project_id = ${projectId} and id = ${suiteId} for key share
    on conflict (suite_id, idempotency_key) do nothing`);
  return rowCount === 1;
}

export async function findAuthoringJob(
  db: Db,
  { projectId, suiteId, jobId }: JobAddress,
): Promise<AuthoringJob | undefined> {
  const [job] = await rows<AuthoringJob>(
    db,
    sql`
    select ${columns} from authoring_jobs where project_id = ${projectId} and suite_id = ${suiteId} and id = ${jobId}`,
  );
  return job;
}

export async function findAuthoringJobByKey(
  db: Db,
  projectId: string,
  suiteId: string,
  key: string,
): Promise<AuthoringJob | undefined> {
  const [job] = await rows<AuthoringJob>(
    db,
    sql`
    select ${columns} from authoring_jobs where project_id = ${projectId} and suite_id = ${suiteId} and idempotency_key = ${key}`,
  );
  return job;
}

const counted = fragment(`count(draft)::int as drafts,
  count(draft) filter (where draft->>'decision' is null)::int as open,
  count(draft) filter (where draft->>'decision' = 'kept')::int as kept,
  count(draft) filter (where draft->>'decision' = 'rejected')::int as rejected,
  count(draft) filter (where draft->>'decision' is null and draft->>'review' = 'required')::int as doubtful`);

type Counts = EvalAuthoringJobSummary['counts'];

/** The jobs of a suite, newest first, after a position. */
export async function listAuthoringJobs(
  db: Db,
  { projectId, suiteId }: Pick<JobAddress, 'projectId' | 'suiteId'>,
  [at, id]: readonly [number, string] | readonly [] = [],
  limit: number,
): Promise<JobSummary[]> {
  const found = await rows<Omit<JobSummary, 'counts'> & Counts>(
    db,
    sql`
    select id, project_id, suite_id, source, status, phase, request, generation_model, error, warnings, created,
           created_at, updated_at, counts.*
    from authoring_jobs, lateral (select ${counted} from json_array_elements(authoring_jobs.drafts) as each (draft)) counts
    where project_id = ${projectId} and suite_id = ${suiteId} and source <> 'markdown'
      and (${at ?? null}::float8 is null or (created_at, id) < (to_timestamp(${at ?? null}::float8 / 1000), ${id ?? null}))
    order by created_at desc, id desc limit ${limit}`,
  );
  return found.map(({ drafts, open, kept, rejected, doubtful, ...job }) => ({
    ...job,
    counts: { drafts, open, kept, rejected, doubtful },
  }));
}

/** A draft with its job, and its place in it, from 1. */
export type JobDraft = Pick<AuthoringJob, 'id' | 'source' | 'request' | 'generationModel' | 'createdAt'> & {
  draft: CaseDraft;
  place: number;
};

/** The drafts of a suite over all of its jobs: the newest job first, and in the order of each job. */
export async function listDrafts(
  db: Db,
  { projectId, suiteId }: Pick<JobAddress, 'projectId' | 'suiteId'>,
  [at, id, place]: readonly [number, string, number] | readonly [] = [],
  limit: number,
): Promise<JobDraft[]> {
  return rows<JobDraft>(
    db,
    sql`
    select id, source, request, generation_model, created_at, draft, place::int
    from authoring_jobs, json_array_elements(drafts) with ordinality as each (draft, place)
    where project_id = ${projectId} and suite_id = ${suiteId} and source <> 'markdown'
      and (${at ?? null}::float8 is null or (created_at, id) < (to_timestamp(${at ?? null}::float8 / 1000), ${id ?? null})
        or (id = ${id ?? null} and place > ${place ?? null}::int))
    order by created_at desc, id desc, place limit ${limit}`,
  );
}

/** How many drafts of a suite are in which state, over all of its jobs. */
export async function countDrafts(
  db: Db,
  { projectId, suiteId }: Pick<JobAddress, 'projectId' | 'suiteId'>,
): Promise<Counts> {
  const [counts] = await rows<Counts>(
    db,
    sql`
    select ${counted} from authoring_jobs, json_array_elements(drafts) as each (draft)
    where project_id = ${projectId} and suite_id = ${suiteId} and source <> 'markdown'`,
  );
  return counts!;
}

/** Reads a job and locks its row until the transaction ends. */
export async function claimAuthoringJob(
  tx: Tx,
  { projectId, suiteId, jobId }: JobAddress,
): Promise<AuthoringJob | undefined> {
  const [job] = await rows<AuthoringJob>(
    tx,
    sql`
    select ${columns} from authoring_jobs where project_id = ${projectId} and suite_id = ${suiteId} and id = ${jobId} for no key update`,
  );
  return job;
}

/** Reads a pending job and locks its row until the transaction ends; undefined when it has ended, or is deleted. */
export async function claimPendingJob(tx: Tx, jobId: string): Promise<AuthoringJob | undefined> {
  const [job] = await rows<AuthoringJob>(
    tx,
    sql`select ${columns} from authoring_jobs where id = ${jobId} and status = 'pending' for no key update`,
  );
  return job;
}

/** Whether the job exists and is pending. */
export async function isPending(db: Db, { projectId, suiteId, jobId }: JobAddress): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    select from authoring_jobs where project_id = ${projectId} and suite_id = ${suiteId} and id = ${jobId} and status = 'pending'`);
  return rowCount === 1;
}

export async function endAuthoringJob(
  tx: Tx,
  id: string,
  { status, generationModel, error, warnings, drafts }: JobEnd,
): Promise<void> {
  // Tenant: the lease of its work item names the job.
  await tx.query(sql`
    update authoring_jobs
    set status = ${status}, phase = case when ${status} = 'completed' then 'publish' else phase end, generation_model = ${generationModel},
        error = ${error}, warnings = ${JSON.stringify(warnings)}, drafts = ${JSON.stringify(drafts)}, updated_at = now()
    where id = ${id} and status = 'pending'`);
}

/** Stores the created cases and the skipped drafts of a commit. */
export async function replaceDrafts(
  tx: Tx,
  {
    id,
    projectId,
    drafts,
    created,
    caseIssues,
    skipped,
  }: Pick<AuthoringJob, 'id' | 'projectId' | 'drafts' | 'created' | 'caseIssues' | 'skipped'>,
): Promise<void> {
  await tx.query(sql`
    update authoring_jobs set drafts = ${JSON.stringify(drafts)}, created = ${created}, case_issues = ${JSON.stringify(caseIssues)},
      skipped = ${JSON.stringify(skipped)}, updated_at = now()
    where project_id = ${projectId} and id = ${id}`);
}

/**
 * Stores the phases of pending jobs, in the order of their ids to avoid deadlocks; skips jobs that are in the phase
 * already.
 */
export async function advanceJobs(db: Db, phases: { id: string; phase: string }[]): Promise<void> {
  // Tenant: the lease of its work item names the job.
  await db.query(sql`
    with moved as (
      select j.id, p.phase from unnest(${phases.map(({ id }) => id)}::text[], ${phases.map(({ phase }) => phase)}::text[]) as p(id, phase)
      join authoring_jobs j on j.id = p.id and j.status = 'pending' and j.phase <> p.phase order by j.id for no key update of j)
    update authoring_jobs set phase = moved.phase, updated_at = now() from moved where authoring_jobs.id = moved.id`);
}

/** The cases that a job created and that still exist, in the suite's order. */
export async function listCreatedCases(
  db: Db,
  { suiteId, created }: Pick<AuthoringJob, 'suiteId' | 'created'>,
): Promise<StoredCase[]> {
  const found = await rows<CaseRow>(
    db,
    sql`select ${caseColumns} from cases where suite_id = ${suiteId} and id = any(${created}) order by position`,
  );
  return found.map(toStoredCase);
}

/**
 * Titles of a suite's latest cases, newest first, up to `maxBytes` of JSON. A body may contain escapes that Postgres
 * does not parse, so the titles are read here and not in SQL.
 */
export async function listLatestTitles(db: Db, suiteId: string, count: number, maxBytes: number): Promise<string[]> {
  const found = await rows<Pick<CaseRow, 'body'>>(
    db,
    sql`
    with latest as (select position, bytes, body from cases where suite_id = ${suiteId} order by position desc limit ${count}),
         measured as (select position, body, sum(bytes) over (order by position desc) as so_far from latest)
    select body from measured where so_far <= ${maxBytes} order by position desc`,
  );
  return found.map(({ body }) => body.title);
}

/** The drafts of a suite that wait for a decision; the id and the time of the newest job with one. */
export interface OpenDraftsOfSuite {
  suiteId: string;
  suiteName: string;
  open: number;
  doubtful: number;
  jobId: string;
  newestAt: Date;
}

/** The suites of a project with drafts that wait for a decision, the longest waiting first. */
export const listOpenDrafts = (db: Db, projectId: string): Promise<OpenDraftsOfSuite[]> =>
  rows<OpenDraftsOfSuite>(
    db,
    sql`
    select s.id as suite_id, s.name as suite_name, sum(counts.open)::int as open, sum(counts.doubtful)::int as doubtful,
      max(j.id) as job_id, max(j.created_at) as newest_at
    from authoring_jobs j join suites s on s.id = j.suite_id,
      lateral (select ${counted} from json_array_elements(j.drafts) as each (draft)) counts
    where j.project_id = ${projectId} and s.archived_at is null and j.status = 'completed' and j.source <> 'markdown' and counts.open > 0
    group by s.id order by min(j.created_at), s.id`,
  );
