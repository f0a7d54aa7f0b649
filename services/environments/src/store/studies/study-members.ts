import { rows, sql, type Db } from '@assay/kit/postgres/db';
import { foldedEmail, type StoredMember } from '../../domain/studies/study-member.ts';

interface MemberRow {
  id: string;
  email: string;
  userId: string | null;
  createdAt: Date;
}

const toStored = ({ id, email, userId, createdAt }: MemberRow): StoredMember => ({
  id,
  email,
  userId: userId ?? undefined,
  createdAt,
});

/** Whether a person is an invited member of a study. */
export async function isStudyMember(db: Db, studyId: string, userId: string): Promise<boolean> {
  const found = await rows(db, sql`select from study_members where study_id = ${studyId} and user_id = ${userId}`);
  return found.length > 0;
}

export async function countStudyMembers(db: Db, studyId: string): Promise<number> {
  const [row] = await rows<{ count: number }>(
    db,
    sql`select count(*)::int as count from study_members where study_id = ${studyId}`,
  );
  return row!.count;
}

/** Writes a member, or answers the one with this address, whose account is noted anew; tells which. */
export async function upsertStudyMember(
  db: Db,
  studyId: string,
  { id, email, userId }: Omit<StoredMember, 'createdAt'>,
): Promise<{ member: StoredMember; isNew: boolean }> {
  const [row] = await rows<MemberRow>(
    db,
    sql`
    insert into study_members (id, study_id, email, folded_email, user_id)
    values (${id}, ${studyId}, ${email}, ${foldedEmail(email)}, ${userId ?? null})
    on conflict (study_id, folded_email) do update set user_id = excluded.user_id
    returning id, email, user_id, created_at`,
  );
  return { member: toStored(row!), isNew: row!.id === id };
}

/** Newest first, after the cursor. */
export async function listStudyMembers(
  db: Db,
  studyId: string,
  after: string | undefined,
  limit: number,
): Promise<StoredMember[]> {
  const found = await rows<MemberRow>(
    db,
    sql`
    select id, email, user_id, created_at from study_members
    where study_id = ${studyId} and (${after}::text is null or id < ${after}) order by id desc limit ${limit}`,
  );
  return found.map(toStored);
}

/** The member with this id or this address. */
export async function findStudyMember(db: Db, studyId: string, reference: string): Promise<StoredMember | undefined> {
  const [row] = await rows<MemberRow>(
    db,
    sql`
    select id, email, user_id, created_at from study_members
    where study_id = ${studyId} and (id = ${reference} or folded_email = ${foldedEmail(reference)})`,
  );
  return row && toStored(row);
}

export async function deleteStudyMember(db: Db, id: string): Promise<void> {
  await db.query(sql`delete from study_members where id = ${id}`);
}
