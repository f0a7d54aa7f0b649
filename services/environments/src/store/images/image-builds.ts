import type { ImageBuild } from '@assay/contract/areas/images/documents';
import { fragment, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import type { BuildEnd } from '../../domain/images/build-end.ts';

const millisecondsOf = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;

/** A build as its document. */
export const buildDocument = fragment(
  `json_strip_nulls(json_build_object('id', id, 'status', status, 'provider', 'buildkit',
    'baseImageDigests', base_image_digests, 'digest', digest, 'error', error, 'logPreview', log_preview,
    'createdAt', ${millisecondsOf('created_at')}, 'startedAt', ${millisecondsOf('started_at')},
    'finishedAt', ${millisecondsOf('finished_at')}))`,
);

/** At most this many builds of an image are kept. */
const KEPT_BUILDS = 50;

/** Newest first. */
export async function listBuilds(db: Db, imageId: string): Promise<ImageBuild[]> {
  const found = await rows<{ build: ImageBuild }>(
    db,
    sql`
    select ${buildDocument} as build from image_builds where image_id = ${imageId} order by id desc limit ${KEPT_BUILDS}`,
  );
  return found.map(({ build }) => build);
}

/** The newest build of this content that is ready or under way. */
export async function findUsableBuild(db: Db, imageId: string, contentHash: string): Promise<string | undefined> {
  const [row] = await rows<{ id: string }>(
    db,
    sql`
    select id from image_builds
    where image_id = ${imageId} and content_hash = ${contentHash} and status in ('queued', 'building', 'ready')
    order by id desc limit 1`,
  );
  return row?.id;
}

/** Whether the present content of an image has a build that is ready. */
export async function hasReadyBuild(db: Db, imageId: string): Promise<boolean> {
  const found = await rows(
    db,
    sql`
    select from images join image_builds on image_id = images.id and image_builds.content_hash = images.content_hash
    where images.id = ${imageId} and status = 'ready' limit 1`,
  );
  return found.length > 0;
}

export interface NewBuild {
  id: string;
  imageId: string;
  contentHash: string;
  baseImageDigests: string[];
}

/** Records a build, queued or with the error with which it failed at once, and deletes the oldest builds of the image. */
export async function insertBuild(
  tx: Tx,
  { id, imageId, contentHash, baseImageDigests }: NewBuild,
  error: string | undefined,
): Promise<void> {
  const status = error === undefined ? 'queued' : 'failed';
  await tx.query(sql`
    insert into image_builds (id, image_id, content_hash, status, base_image_digests, error, finished_at)
    values (${id}, ${imageId}, ${contentHash}, ${status}, ${baseImageDigests}, ${error ?? null}, case when ${status} = 'failed' then now() end)`);
  await tx.query(sql`
    delete from image_builds where image_id = ${imageId}
      and id not in (select id from image_builds where image_id = ${imageId} order by id desc limit ${KEPT_BUILDS})`);
}

/** Notes that runners work on these builds. */
export async function markBuilding(db: Db, ids: readonly string[]): Promise<void> {
  await db.query(sql`
    update image_builds set status = 'building', started_at = now() where id = any(${ids}) and status = 'queued'`);
}

/** Ends a build that is under way. */
export async function completeBuild(
  tx: Tx,
  id: string,
  { status, digest, error, logPreview }: BuildEnd,
): Promise<void> {
  await tx.query(sql`
    update image_builds
    set status = ${status}, digest = ${digest}, error = ${error}, log_preview = ${logPreview}, finished_at = now()
    where id = ${id} and status in ('queued', 'building')`);
}

/** Fails the builds of an image that are under way; answers their ids. */
export async function failOpenBuilds(tx: Tx, imageId: string, error: string): Promise<string[]> {
  const failed = await rows<{ id: string }>(
    tx,
    sql`
    update image_builds set status = 'failed', error = ${error}, finished_at = now()
    where image_id = ${imageId} and status in ('queued', 'building') returning id`,
  );
  return failed.map(({ id }) => id);
}
