import type { ImageBuild } from '@assay/contract/areas/images/documents';
import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';

export interface BuildRow {
  id: string;
  content_hash: string;
  status: ImageBuild['status'];
  base_image_digests: string[];
  error: string | null;
  created_at: Date | string;
  started_at: Date | string | null;
  finished_at: Date | string | null;
}

export const buildColumns = fragment(
  'id, content_hash, status, base_image_digests, error, created_at, started_at, finished_at',
);

const timeOf = (time: Date | string): number => new Date(time).getTime();

export const toBuild = (row: BuildRow): ImageBuild => ({
  id: row.id,
  status: row.status,
  provider: 'buildkit',
  baseImageDigests: row.base_image_digests,
  ...(row.error !== null && { error: row.error }),
  createdAt: timeOf(row.created_at),
  ...(row.started_at !== null && { startedAt: timeOf(row.started_at) }),
  ...(row.finished_at !== null && { finishedAt: timeOf(row.finished_at) }),
});

/** At most this many builds of an image are kept. */
const KEPT_BUILDS = 50;

/** Newest first. */
export async function listBuilds(db: Db, imageId: string): Promise<ImageBuild[]> {
  const found = await rows<BuildRow>(
    db,
    sql`select ${buildColumns} from image_builds where image_id = ${imageId} order by id desc limit ${KEPT_BUILDS}`,
  );
  return found.map(toBuild);
}

export interface FailedBuild {
  id: string;
  imageId: string;
  contentHash: string;
  baseImageDigests: string[];
  error: string;
}

/** Records a build that failed at once, and deletes the oldest builds of the image. */
export async function insertFailedBuild(
  db: Db,
  { id, imageId, contentHash, baseImageDigests, error }: FailedBuild,
): Promise<void> {
  await db.query(sql`
    insert into image_builds (id, image_id, content_hash, status, base_image_digests, error, finished_at)
    values (${id}, ${imageId}, ${contentHash}, 'failed', ${baseImageDigests}, ${error}, now())`);
  await db.query(sql`
    delete from image_builds where image_id = ${imageId}
      and id not in (select id from image_builds where image_id = ${imageId} order by id desc limit ${KEPT_BUILDS})`);
}
