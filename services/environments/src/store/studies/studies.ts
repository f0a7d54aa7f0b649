import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { StoredStudy } from '../../domain/studies/study-record.ts';

export const studyColumns = fragment(
  [
    'id',
    'organization_id',
    'project_id',
    'environment_id',
    'name',
    'description',
    'mode',
    'access_version',
    'link_version',
    'guest_execution',
    'created_at',
    'updated_at',
  ]
    .map((name) => `studies.${name}`)
    .join(', '),
);

const toOne = ([row]: StoredStudy[]): StoredStudy | undefined => row;

export async function insertStudy(
  db: Db,
  {
    createdBy = null,
    ...study
  }: Pick<
    StoredStudy,
    'id' | 'organizationId' | 'projectId' | 'environmentId' | 'name' | 'description' | 'mode' | 'guestExecution'
  > & {
    createdBy?: string | null | undefined;
  },
): Promise<StoredStudy> {
  const [row] = await rows<StoredStudy>(
    db,
    sql`
    insert into studies (id, organization_id, project_id, environment_id, name, description, mode, guest_execution, created_by)
    values (${study.id}, ${study.organizationId}, ${study.projectId}, ${study.environmentId}, ${study.name},
      ${study.description}, ${study.mode}, ${study.guestExecution}, ${createdBy})
    returning ${studyColumns}`,
  );
  return row!;
}

/** A published study of a project. */
export const findStudy = async (db: Db, projectId: string, id: string): Promise<StoredStudy | undefined> =>
  toOne(
    await rows<StoredStudy>(
      db,
      sql`select ${studyColumns} from studies where project_id = ${projectId} and id = ${id} and unpublished_at is null`,
    ),
  );

/** Reads a published study and locks its row until the transaction ends. */
export const claimStudy = async (db: Db, projectId: string, id: string): Promise<StoredStudy | undefined> =>
  toOne(
    await rows<StoredStudy>(
      db,
      sql`
      select ${studyColumns} from studies
      where project_id = ${projectId} and id = ${id} and unpublished_at is null for no key update`,
    ),
  );

/** Whether the project has or had this study: an unpublished one counts while its sessions are kept. */
export async function isStudyKnown(db: Db, projectId: string, id: string): Promise<boolean> {
  const found = await rows(db, sql`select from studies where project_id = ${projectId} and id = ${id}`);
  return found.length > 0;
}

/** Newest first, after the cursor. */
export async function listStudies(
  db: Db,
  projectId: string,
  after: string | undefined,
  limit: number,
): Promise<StoredStudy[]> {
  return rows<StoredStudy>(
    db,
    sql`
    select ${studyColumns} from studies
    where project_id = ${projectId} and unpublished_at is null and (${after}::text is null or id < ${after})
    order by id desc limit ${limit}`,
  );
}

/** The published studies of an environment, oldest first. */
export async function listStudiesOfEnvironment(db: Db, environmentId: string): Promise<StoredStudy[]> {
  return rows<StoredStudy>(
    db,
    sql`select ${studyColumns} from studies where environment_id = ${environmentId} and unpublished_at is null order by id`,
  );
}

/** Writes a study that the transaction has locked. */
export async function replaceStudy(db: Db, study: StoredStudy): Promise<StoredStudy> {
  const [row] = await rows<StoredStudy>(
    db,
    sql`
    update studies set environment_id = ${study.environmentId}, name = ${study.name}, description = ${study.description},
      mode = ${study.mode}, access_version = ${study.accessVersion}, link_version = ${study.linkVersion},
      guest_execution = ${study.guestExecution}, updated_at = now()
    where project_id = ${study.projectId} and id = ${study.id}
    returning ${studyColumns}`,
  );
  return row!;
}

/** Hides a study from everything but the reads of its sessions. */
export async function markUnpublished(db: Db, { projectId, id }: Pick<StoredStudy, 'projectId' | 'id'>): Promise<void> {
  await db.query(sql`
    update studies set unpublished_at = now(), access_version = access_version + 1, link_version = link_version + 1
    where project_id = ${projectId} and id = ${id}`);
}

/** Deletes some unpublished studies without sessions; answers whether there may be more. */
export async function deleteEmptyStudies(db: Db, limit: number): Promise<boolean> {
  // Tenant: the task goes over the studies of every project.
  const { rowCount } = await db.query(sql`
    delete from studies where id in (
      select id from studies
      where unpublished_at is not null and not exists (select from chat_sessions where study_id = studies.id)
      limit ${limit} for update skip locked)`);
  return rowCount === limit;
}
