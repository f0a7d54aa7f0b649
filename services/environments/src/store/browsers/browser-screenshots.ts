import type { StoredScreenshot } from '@assay/contract/areas/browsers/snapshot';
import type { Screenshot } from '@assay/mesh/gen/assay/v1/browsers';
import { newId } from '@assay/kit/id';
import { rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import { screenshotUrl } from '../../domain/browsers/browser-entry.ts';

/** The image types that are kept: types that no browser runs as a document. */
const IMAGE_TYPES = new Set(['image/png', 'image/jpeg', 'image/webp']);
/** The largest image that is kept, in bytes. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Stores the images of a command, or of a call of the model in a turn; an image that cannot be kept is left out. */
export async function insertScreenshots(
  tx: Tx,
  sessionId: string,
  commandId: string,
  screenshots: readonly Screenshot[],
): Promise<StoredScreenshot[]> {
  const kept: StoredScreenshot[] = [];
  for (const { mimeType, body, width, height } of screenshots) {
    if (!IMAGE_TYPES.has(mimeType) || body.length > MAX_BYTES) continue;
    const id = newId('shot');
    const { rowCount } = await tx.query(sql`
      insert into browser_screenshots (id, session_id, command_id, mime_type, width, height, body)
      select ${id}, session_id, ${commandId}, ${mimeType}, ${width}::int, ${height}::int, ${body}::bytea from browsers where session_id = ${sessionId}`);
    if (rowCount === 1) kept.push({ id, url: screenshotUrl(sessionId, id), mimeType, width, height });
  }
  return kept;
}

/** A stored image. */
export interface StoredImage {
  mimeType: string;
  body: Buffer;
}

export async function findScreenshot(db: Db, sessionId: string, id: string): Promise<StoredImage | undefined> {
  const [row] = await rows<StoredImage>(
    db,
    sql`select mime_type, body from browser_screenshots where id = ${id} and session_id = ${sessionId}`,
  );
  return row;
}

/** The ids, of these, of images that are still kept. */
export const listKept = async (db: Db, ids: string[]): Promise<Set<string>> =>
  new Set(
    (await rows<{ id: string }>(db, sql`select id from browser_screenshots where id = any(${ids})`)).map(
      ({ id }) => id,
    ),
  );

/** Deletes some images that are older than `days`; answers whether there may be more. */
export async function deleteOldScreenshots(db: Db, days: number, limit: number): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    delete from browser_screenshots where id in (
      select id from browser_screenshots where created_at < now() - make_interval(days => ${days}) limit ${limit})`);
  return rowCount === limit;
}
