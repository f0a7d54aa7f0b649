import { rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import type { StudyLink } from '../../domain/studies/link-token.ts';
import type { VisitedStudy } from '../../domain/visits/visited-study.ts';
import { studyColumns } from '../studies/studies.ts';
import { toVisitedStudy, type VisitedStudyRow } from './visited-studies.ts';

/** A visitor whose visit is not over, with the study as it is now. */
export interface Visitor {
  id: string;
  userId: string | undefined;
  study: VisitedStudy;
}

type VisitorRow = VisitedStudyRow & { visitorId: string; userId: string | null };

/**
 * The visitor with the first of these tokens at this link: undefined once the study was unpublished or narrowed, the link rotated or the
 * member removed. One query, so that no moment lies between the look at the visitor and the look at the study.
 */
export async function findVisitor(
  db: Db,
  link: StudyLink,
  tokenHashes: readonly Buffer[],
): Promise<Visitor | undefined> {
  const [row] = await rows<VisitorRow>(
    db,
    sql`
    select ${studyColumns}, visitors.id as visitor_id, visitors.user_id, study_members.id as link_member_id
    from visitors
    join studies on studies.id = visitors.study_id
      and studies.access_version = visitors.access_version and studies.unpublished_at is null
      and studies.link_version = ${link.linkVersion}
    left join study_members on study_members.study_id = studies.id
      and study_members.id = ${link.kind === 'member' ? link.id : null}
    where visitors.token_hash = any(${tokenHashes}::bytea[])
      and case ${link.kind} when 'study' then studies.id = ${link.id} else study_members.id is not null end
    order by array_position(${tokenHashes}::bytea[], visitors.token_hash) limit 1`,
  );
  if (!row) return undefined;
  const { visitorId: id, userId, ...study } = row;
  return { id, userId: userId ?? undefined, study: toVisitedStudy(study) };
}

interface NewVisitor {
  id: string;
  study: Pick<VisitedStudy, 'id' | 'accessVersion'>;
  tokenHash: Buffer;
  memberId: string | undefined;
  userId: string | undefined;
}

export async function insertVisitor(db: Db, { id, study, tokenHash, memberId, userId }: NewVisitor): Promise<void> {
  await db.query(sql`
    insert into visitors (id, study_id, token_hash, access_version, member_id, user_id, consented_at)
    values (${id}, ${study.id}, ${tokenHash}, ${study.accessVersion}, ${memberId ?? null}, ${userId ?? null}, now())`);
}

/**
 * Lets the visitor with the token `formerHash` in again, under a new token. Answers its id; undefined when there is none,
 * or when it is the visitor of another account.
 */
export async function renewVisitor(
  db: Db,
  formerHash: Buffer,
  { study, tokenHash, memberId, userId }: Omit<NewVisitor, 'id'>,
): Promise<string | undefined> {
  const [row] = await rows<{ id: string }>(
    db,
    sql`
    update visitors
    set token_hash = ${tokenHash}, access_version = ${study.accessVersion}, member_id = ${memberId ?? null}, last_seen_at = now()
    where study_id = ${study.id} and token_hash = ${formerHash} and user_id is not distinct from ${userId ?? null}
    returning id`,
  );
  return row?.id;
}

/** Ends the visit and makes its token worthless, and keeps what the visitor said. */
export async function forgetVisitor(tx: Tx, visitorId: string): Promise<void> {
  await tx.query(
    sql`update visitors set token_hash = sha256(gen_random_uuid()::text::bytea), access_version = 0 where id = ${visitorId}`,
  );
}

/** Deletes the visitor with all conversations and feedback. */
export async function deleteVisitor(tx: Tx, visitorId: string): Promise<void> {
  await tx.query(sql`delete from visitors where id = ${visitorId}`);
}
