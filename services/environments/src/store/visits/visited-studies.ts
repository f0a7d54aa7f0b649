import { rows, sql, type Db } from '@assay/kit/postgres/db';
import type { VisitedStudy } from '../../domain/visits/visited-study.ts';
import type { StudyLink } from '../../domain/studies/link-token.ts';
import type { StoredStudy } from '../../domain/studies/study-record.ts';
import { studyColumns } from '../studies/studies.ts';

/** A study with the member whom its link was made for. */
export type VisitedStudyRow = StoredStudy & { linkMemberId: string | null };

/** The study of a link that was not rotated since; undefined for any other link. */
export async function findLinkedStudy(db: Db, { kind, id, linkVersion }: StudyLink): Promise<VisitedStudy | undefined> {
  const [row] = await rows<VisitedStudyRow>(
    db,
    kind === 'study'
      ? sql`
    select ${studyColumns}, null as link_member_id from studies
    where studies.id = ${id} and studies.link_version = ${linkVersion}
      and studies.unpublished_at is null`
      : sql`
    select ${studyColumns}, study_members.id as link_member_id from study_members
    join studies on studies.id = study_members.study_id and studies.link_version = ${linkVersion}
      and studies.unpublished_at is null
    where study_members.id = ${id}`,
  );
  return row && toVisitedStudy(row);
}

export const toVisitedStudy = ({ linkMemberId, ...study }: VisitedStudyRow): VisitedStudy => ({
  ...study,
  memberId: linkMemberId ?? undefined,
});

/** The member of a study who has this account. */
export async function findMemberOfAccount(db: Db, studyId: string, userId: string): Promise<string | undefined> {
  const [row] = await rows<{ id: string }>(
    db,
    sql`select id from study_members where study_id = ${studyId} and user_id = ${userId}`,
  );
  return row?.id;
}
