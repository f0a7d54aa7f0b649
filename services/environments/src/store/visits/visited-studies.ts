import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { StudyMode } from '@assay/contract/areas/studies/documents';
import type { VisitedStudy } from '../../domain/visits/visited-study.ts';
import type { GuestLimits } from '../../domain/visits/guest-limits.ts';
import type { StudyLink } from '../../domain/studies/link-token.ts';

interface StudyRow {
  id: string;
  organization_id: string;
  project_id: string;
  environment_id: string;
  name: string;
  description: string;
  mode: StudyMode;
  access_version: number;
  guest_execution: GuestLimits;
  link_member_id: string | null;
}

export const studyColumns = fragment(
  'studies.id, studies.organization_id, studies.project_id, studies.environment_id, studies.name, studies.description, studies.mode, studies.access_version, studies.guest_execution',
);

/** The study of a link that was not rotated since; undefined for any other link. */
export async function findLinkedStudy(db: Db, { kind, id, linkVersion }: StudyLink): Promise<VisitedStudy | undefined> {
  const [row] = await rows<StudyRow>(
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

export const toVisitedStudy = (row: StudyRow): VisitedStudy => ({
  id: row.id,
  organizationId: row.organization_id,
  projectId: row.project_id,
  environmentId: row.environment_id,
  name: row.name,
  description: row.description,
  mode: row.mode,
  accessVersion: row.access_version,
  limits: row.guest_execution,
  memberId: row.link_member_id ?? undefined,
});

/** The member of a study who has this account. */
export async function findMemberOfAccount(db: Db, studyId: string, userId: string): Promise<string | undefined> {
  const [row] = await rows<{ id: string }>(
    db,
    sql`select id from study_members where study_id = ${studyId} and user_id = ${userId}`,
  );
  return row?.id;
}
