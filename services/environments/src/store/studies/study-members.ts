import { rows, sql, type Db } from '@assay/kit/postgres/db';

/** Whether a person is an invited member of a study. */
export async function isStudyMember(db: Db, studyId: string, userId: string): Promise<boolean> {
  const found = await rows(db, sql`select from study_members where study_id = ${studyId} and user_id = ${userId}`);
  return found.length > 0;
}
