import type { ImageBuild } from '@assay/contract/areas/images/documents';
import { fragment, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import type { StoredImage } from '../../domain/images/stored-image.ts';
import { buildDocument } from './image-builds.ts';

interface ImageRow {
  id: string;
  projectId: string;
  ownerId: string;
  name: string;
  sharing: StoredImage['sharing'];
  blueprint: string;
  contentHash: string;
  createdAt: Date;
  updatedAt: Date;
  build: ImageBuild | null;
}

const columns = fragment(
  'images.id, images.project_id, images.owner_id, images.name, images.sharing, images.blueprint, images.content_hash, images.created_at, images.updated_at',
);
/** The newest build of an image, as a column. */
const newestBuild = fragment(
  `(select ${buildDocument.text} from image_builds where image_id = images.id order by id desc limit 1) as build`,
);

const toImage = (row: ImageRow): StoredImage => ({
  id: row.id,
  projectId: row.projectId,
  ownerId: row.ownerId,
  name: row.name,
  blueprint: row.blueprint,
  contentHash: row.contentHash,
  sharing: row.sharing,
  currentBuild: row.build,
  createdAt: row.createdAt.getTime(),
  updatedAt: row.updatedAt.getTime(),
});

/** The images of a project that a person sees, newest first. */
export async function listImages(db: Db, projectId: string, userId: string): Promise<StoredImage[]> {
  const found = await rows<ImageRow>(
    db,
    sql`
    select ${columns}, ${newestBuild} from images
    where project_id = ${projectId} and (sharing = 'project' or owner_id = ${userId}) order by id desc`,
  );
  return found.map(toImage);
}

/** An image that a person sees. */
export async function findImage(
  db: Db,
  projectId: string,
  userId: string,
  id: string,
): Promise<StoredImage | undefined> {
  const [row] = await rows<ImageRow>(
    db,
    sql`
    select ${columns}, ${newestBuild} from images
    where project_id = ${projectId} and id = ${id} and (sharing = 'project' or owner_id = ${userId})`,
  );
  return row && toImage(row);
}

/** `findImage`, with the row locked until the transaction ends. */
export async function claimImage(
  tx: Tx,
  projectId: string,
  userId: string,
  id: string,
): Promise<StoredImage | undefined> {
  await tx.query(sql`select from images where project_id = ${projectId} and id = ${id} for update`);
  return findImage(tx, projectId, userId, id);
}

export type ImageWrite = Pick<StoredImage, 'id' | 'projectId' | 'name' | 'sharing' | 'blueprint' | 'contentHash'>;

export async function insertImage(
  db: Db,
  { id, projectId, ownerId, name, sharing, blueprint, contentHash }: ImageWrite & { ownerId: string },
): Promise<StoredImage> {
  const [row] = await rows<ImageRow>(
    db,
    sql`
    insert into images (id, project_id, owner_id, name, sharing, blueprint, content_hash)
    values (${id}, ${projectId}, ${ownerId}, ${name}, ${sharing}, ${blueprint}, ${contentHash})
    returning ${columns}, null as build`,
  );
  return toImage(row!);
}

export async function replaceImage(
  db: Db,
  { id, projectId, name, sharing, blueprint, contentHash }: ImageWrite,
): Promise<StoredImage> {
  const [row] = await rows<ImageRow>(
    db,
    sql`
    update images set name = ${name}, sharing = ${sharing}, blueprint = ${blueprint}, content_hash = ${contentHash}, updated_at = now()
    where project_id = ${projectId} and id = ${id} returning ${columns}, ${newestBuild}`,
  );
  return toImage(row!);
}

export async function deleteImage(db: Db, projectId: string, id: string): Promise<void> {
  await db.query(sql`delete from images where project_id = ${projectId} and id = ${id}`);
}

/** Whether the project has this image, promoted and with a ready build; it is not deleted until the transaction ends. */
export async function shareReadyImage(tx: Tx, projectId: string, id: string): Promise<boolean> {
  const found = await rows(
    tx,
    sql`
    select from images
    where project_id = ${projectId} and id = ${id} and sharing = 'project' and exists (
      select from image_builds
      where image_id = images.id and image_builds.content_hash = images.content_hash and status = 'ready')
    for key share`,
  );
  return found.length > 0;
}

/** Whether the project has this image; it is not deleted until the transaction ends. */
export async function shareImage(tx: Tx, projectId: string, id: string): Promise<boolean> {
  const found = await rows(tx, sql`select from images where project_id = ${projectId} and id = ${id} for key share`);
  return found.length > 0;
}
