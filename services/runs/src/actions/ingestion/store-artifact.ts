import type { Blobs } from '@assay/kit/blobs/blobs';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import type { UploadGrant } from '../../domain/ingestion/upload-grant.ts';
import { artifactQuotaProblem, type ArtifactQuota } from '../../domain/ingestion/artifact-quota.ts';
import {
  deleteArtifact,
  findArtifact,
  findArtifactUsage,
  insertArtifact,
  listExpiredArtifacts,
  lockUploads,
  markStored,
  type StoredArtifact,
} from '../../store/ingestion/artifacts.ts';
import { isSuiteDeleted, lockDeletions } from '../../store/eval-runs/tombstones.ts';

/** An upload: the grant in its URL, and its bytes. */
export interface ArtifactUpload extends UploadGrant {
  projectId: string;
  bytes: Uint8Array;
  sha256: Buffer;
}

/**
 * Stores the bytes of an upload. The same bytes may be sent again; 'other' when different bytes came first, 'gone' when
 * the project was deleted. @throws RATE_LIMITED when the organization has used up its quota.
 */
export async function storeArtifact(
  { pool, artifactQuota }: { pool: Pool; artifactQuota: ArtifactQuota },
  blobs: Blobs,
  upload: ArtifactUpload,
): Promise<'stored' | 'other' | 'gone'> {
  const { id, projectId, bytes, sha256, ...author } = upload;
  const artifact = await transaction(pool, async (tx) => {
    await lockDeletions(tx, projectId, 'launch');
    return (await isSuiteDeleted(tx, projectId, '', new Date())) ? undefined : claimArtifact(tx, artifactQuota, upload);
  });
  if (!artifact) return 'gone';
  if (!artifact.sha256.equals(sha256)) return 'other';
  if (artifact.isStored) return 'stored';
  await blobs.put(id, bytes);
  const isKept = await transaction(pool, async (tx) => {
    if (!(await markStored(tx, id))) return false;
    const after = { bytes: bytes.length, sha256: sha256.toString('hex') };
    await audit(tx, { ...author, target: { artifactId: id, projectId }, after });
    return true;
  });
  if (isKept) return 'stored';
  await blobs.delete(id);
  return 'gone';
}

/** Records an upload within the quota, unless its id has a record already; returns the record. */
async function claimArtifact(
  tx: Tx,
  quota: ArtifactQuota,
  { id, projectId, organizationId = '', bytes: { length: bytes }, sha256 }: ArtifactUpload,
): Promise<StoredArtifact> {
  await lockUploads(tx, organizationId);
  const known = await findArtifact(tx, id);
  if (known) return known;
  const problem = artifactQuotaProblem(await findArtifactUsage(tx, organizationId), quota, { bytes });
  if (problem) throw problem;
  await insertArtifact(tx, { id, projectId, organizationId, bytes, sha256 });
  return { sha256, isStored: false };
}

/**
 * Deletes expired artifacts, first from the blob store, so that no bytes are left without a row. An artifact that
 * cannot be deleted does not stop the others.
 */
export async function deleteOldArtifacts(pool: Pool, blobs: Blobs): Promise<void> {
  const failures: unknown[] = [];
  for (const id of await listExpiredArtifacts(pool)) {
    await blobs
      .delete(id)
      .then(() => deleteArtifact(pool, id))
      .catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} artifacts could not be deleted.`);
}
