import { fragment, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import type { StoredPersona } from '../../domain/personas/persona.ts';

const columns = fragment(
  `id, project_id, slug, name, role, notes, source, seed_keywords,
   avatar_shape, avatar_palette, archived_at is not null as "isArchived",
   created_at, updated_at`,
);

/** Slugs of the project's personas that begin with `prefix`; only one transaction at a time reads them and adds to them. */
export async function listTakenSlugs(tx: Tx, projectId: string, prefix: string): Promise<Set<string>> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`slugs of ${projectId}`}, 0))`);
  const found = await rows<{ slug: string }>(
    tx,
    sql`select slug from personas where project_id = ${projectId} and archived_at is null and starts_with(slug, ${prefix})`,
  );
  return new Set(found.map(({ slug }) => slug));
}

export async function insertPersona(
  tx: Tx,
  persona: Omit<StoredPersona, 'isArchived' | 'createdAt' | 'updatedAt'>,
): Promise<StoredPersona> {
  const [row] = await rows<StoredPersona>(
    tx,
    sql`
    insert into personas (id, project_id, slug, name, role, notes, source, seed_keywords, avatar_shape, avatar_palette)
    values (${persona.id}, ${persona.projectId}, ${persona.slug}, ${persona.name}, ${persona.role}, ${persona.notes},
      ${persona.source}, ${persona.seedKeywords}, ${persona.avatarShape}, ${persona.avatarPalette})
    returning ${columns}`,
  );
  return row!;
}

/** A persona of a project, also an archived one. */
export async function findPersona(db: Db, projectId: string, id: string): Promise<StoredPersona | undefined> {
  const [row] = await rows<StoredPersona>(
    db,
    sql`select ${columns} from personas where project_id = ${projectId} and id = ${id}`,
  );
  return row;
}

/** Reads a persona that is not archived, and locks its row until the transaction ends. */
export async function claimPersona(tx: Tx, projectId: string, id: string): Promise<StoredPersona | undefined> {
  const [row] = await rows<StoredPersona>(
    tx,
    sql`
    select ${columns} from personas
    where project_id = ${projectId} and id = ${id} and archived_at is null for no key update`,
  );
  return row;
}

/** Newest first, after the cursor; without archived ones. */
export const listPersonas = (
  db: Db,
  projectId: string,
  after: string | undefined,
  limit: number,
): Promise<StoredPersona[]> =>
  rows<StoredPersona>(
    db,
    sql`
    select ${columns} from personas
    where project_id = ${projectId} and archived_at is null and (${after}::text is null or id < ${after})
    order by id desc limit ${limit}`,
  );

/** The names and roles of a project's personas, newest first; without archived ones. */
export const listDescribedPersonas = (db: Db, projectId: string): Promise<Pick<StoredPersona, 'name' | 'role'>[]> =>
  rows(
    db,
    sql`select name, role from personas where project_id = ${projectId} and archived_at is null order by id desc`,
  );

/** Writes a persona that the transaction has locked. */
export async function replacePersona(
  tx: Tx,
  { id, projectId, name, role, notes, avatarShape, avatarPalette }: StoredPersona,
): Promise<StoredPersona> {
  const [row] = await rows<StoredPersona>(
    tx,
    sql`
    update personas set name = ${name}, role = ${role}, notes = ${notes}, avatar_shape = ${avatarShape},
      avatar_palette = ${avatarPalette}, updated_at = now()
    where project_id = ${projectId} and id = ${id} returning ${columns}`,
  );
  return row!;
}

export async function archivePersonaRow(tx: Tx, projectId: string, id: string): Promise<void> {
  await tx.query(
    sql`update personas set archived_at = now(), updated_at = now() where project_id = ${projectId} and id = ${id}`,
  );
}
