import { rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';

/** Keeps a window from being deleted; false when it is gone. */
export const holdWindow = async (tx: Tx, studyId: string, windowId: string): Promise<boolean> =>
  (await rows(tx, sql`select from study_windows where study_id = ${studyId} and id = ${windowId} for key share`))
    .length > 0;

/** Which of these sessions exist. */
export async function listExistingSessions(db: Db, studyId: string, sessionIds: string[]): Promise<Set<string>> {
  const found = await rows<{ id: string }>(
    db,
    sql`select id from chat_sessions where study_id = ${studyId} and id = any(${sessionIds})`,
  );
  return new Set(found.map(({ id }) => id));
}
