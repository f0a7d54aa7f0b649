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

type VisitorRow = VisitedStudyRow & { visitor_id: string; user_id: string | null };

/**
 * The visitor with this token at this link: undefined once the study was unpublished or narrowed, the link rotated or the
 * member removed. One query, so that no moment lies between the look at the visitor and the look at the study.
 */
export async function findVisitor(db: Db, link: StudyLink, tokenHash: Buffer): Promise<Visitor | undefined> {
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
    where visitors.token_hash = ${tokenHash}
      and case ${link.kind} when 'study' then studies.id = ${link.id} else study_members.id is not null end`,
  );
  return row && { id: row.visitor_id, userId: row.user_id ?? undefined, study: toVisitedStudy(row) };
}

interface NewVisitor {
  id: string;
  study: Pick<VisitedStudy, 'id' | 'accessVersion'>;
  tokenHash: Buffer;
  memberId: string | undefined;
  userId: string | undefined;
}

/**
 * Writes a visitor, or lets the one with this token in again. False when the token is that of another account.
 */
export async function saveVisitor(db: Db, { id, study, tokenHash, memberId, userId }: NewVisitor): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    insert into visitors (id, study_id, token_hash, access_version, member_id, user_id, consented_at)
    values (${id}, ${study.id}, ${tokenHash}, ${study.accessVersion}, ${memberId ?? null}, ${userId ?? null}, now())
    on conflict (token_hash) do update
      set access_version = excluded.access_version, member_id = excluded.member_id, last_seen_at = now()
      where visitors.user_id is not distinct from excluded.user_id`);
  return rowCount === 1;
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
