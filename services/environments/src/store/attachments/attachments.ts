import { sql, type Db } from '@assay/kit/postgres/db';

/** Removes what a suite or journey uses. */
export async function deleteAttachments(db: Db, holderId: string): Promise<void> {
  await db.query(sql`delete from attachments where holder_id = ${holderId}`);
}
