import type { Cassette } from '@assay/contract/areas/cassettes/documents';
import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { WorkHold, WorkScope } from '@assay/work/service/work-source';
import type { RunsOwner } from '../eval-runs/runs.ts';

/** The servers and tools of a cassette. */
export type CassetteSummary = Required<Pick<Cassette, 'servers' | 'tools'>>;

export interface StoredCassette extends Omit<Cassette, 'createdAt' | 'servers' | 'tools'> {
  createdAt: Date;
}

export interface NewCassette extends Omit<StoredCassette, 'version' | 'createdAt'> {
  projectId: string;
  summary: CassetteSummary;
  body: Buffer;
}

const columns = fragment('id, suite_id, run_id, name, version, format, content_hash, calls, bytes, cut, created_at');

/** Writes a run's cassette under the next version of its suite; an existing cassette of the run is kept. */
export async function insertCassette(db: Db, cassette: NewCassette): Promise<void> {
  await db.query(sql`
    with version as (
      insert into cassette_versions (suite_id, project_id, latest) values (${cassette.suiteId}, ${cassette.projectId}, 1)
      on conflict (suite_id) do update set latest = cassette_versions.latest + 1 returning latest)
    insert into cassettes (id, project_id, suite_id, run_id, name, version, format, content_hash, calls, bytes, cut, summary, body)
    select ${cassette.id}, ${cassette.projectId}, ${cassette.suiteId}, ${cassette.runId}, ${cassette.name}, latest, ${cassette.format}, ${cassette.contentHash},
           ${cassette.calls}, ${cassette.bytes}, ${cassette.cut}, ${JSON.stringify(cassette.summary)}, ${cassette.body}
    from version
    on conflict (run_id) do nothing`);
}

/** Newest first. Ask for one row more than a page. */
export async function listCassettes(
  db: Db,
  projectId: string,
  suiteId: string,
  beforeVersion: number | null,
  limit: number,
): Promise<StoredCassette[]> {
  return rows<StoredCassette>(
    db,
    sql`
    select ${columns} from cassettes
    where project_id = ${projectId} and suite_id = ${suiteId} and (${beforeVersion}::int is null or version < ${beforeVersion})
    order by version desc limit ${limit}`,
  );
}

export async function findCassette(
  db: Db,
  projectId: string,
  id: string,
): Promise<(StoredCassette & { summary: CassetteSummary }) | undefined> {
  const [cassette] = await rows<StoredCassette & { summary: CassetteSummary }>(
    db,
    sql`
    select ${columns}, summary from cassettes where id = ${id} and project_id = ${projectId}`,
  );
  return cassette;
}

/** The id of a run's cassette, if there is one. */
export async function findCassetteOfRun(db: Db, runId: string): Promise<string | undefined> {
  const [cassette] = await rows<{ id: string }>(db, sql`select id from cassettes where run_id = ${runId}`);
  return cassette?.id;
}

/** The gzipped cassette that an iteration's run replays; undefined unless the caller holds the iteration's lease. */
export async function findCassetteContent(
  db: Db,
  { id, fence }: WorkHold,
  { organizationId, projectId, tokenId }: WorkScope,
): Promise<Buffer | undefined> {
  const [cassette] = await rows<{ body: Buffer }>(
    db,
    sql`
    select c.body
    from iterations i join runs r on r.id = i.run_id join cassettes c on c.id = r.cassette_id and c.project_id = r.project_id
    where i.id = ${id} and i.fence::text = ${fence} and i.status = 'running'
      and (${organizationId}::text is null or r.organization_id = ${organizationId}) and (${projectId}::text is null or r.project_id = ${projectId})
      and (${tokenId}::text is null or split_part(i.runner_id, '/', -1) = ${tokenId})`,
  );
  return cassette?.body;
}

/** Returns the deleted cassette; undefined when there is none. */
export async function deleteCassette(db: Db, projectId: string, id: string): Promise<StoredCassette | undefined> {
  const [cassette] = await rows<StoredCassette>(
    db,
    sql`delete from cassettes where id = ${id} and project_id = ${projectId} returning ${columns}`,
  );
  return cassette;
}

/** Deletes the cassettes of a deleted suite or project. */
export async function deleteCassettesOf(db: Db, { projectId, suiteId }: RunsOwner): Promise<void> {
  await db.query(
    sql`delete from cassettes where project_id = ${projectId} and (${suiteId}::text is null or suite_id = ${suiteId})`,
  );
  await db.query(
    sql`delete from cassette_versions where project_id = ${projectId} and (${suiteId}::text is null or suite_id = ${suiteId})`,
  );
}
