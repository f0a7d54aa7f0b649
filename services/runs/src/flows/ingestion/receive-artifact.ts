import { UPLOAD_BYTES } from '@assay/contract/areas/ingestion/limits';
import { uploadScope } from '@assay/contract/areas/ingestion/upload-scope';
import { createHash } from 'node:crypto';
import { conflict, invalid, notFound } from '@assay/contract/problem';
import { idOfToken } from '@assay/kit/security/signed-token';
import { storeArtifact } from '../../actions/ingestion/store-artifact.ts';
import { grantOfText } from '../../domain/ingestion/upload-grant.ts';
import { blobsOf } from './artifacts.ts';
import type { Deps } from '../../deps.ts';

/** Stores a file that was sent to an upload URL. The same file may be sent again. */
export async function receiveArtifact(
  deps: Deps,
  { projectId, uploadToken }: { projectId: string; uploadToken: string },
  bytes: Uint8Array,
): Promise<{ storageId: string }> {
  const granted = idOfToken(deps.meshSecret, uploadScope(projectId), uploadToken, Date.now());
  if (granted === undefined) throw notFound('upload URL, or it expired; ask for a new one');
  if (bytes.length === 0) throw invalid('The body is empty.');
  if (bytes.length > UPLOAD_BYTES)
    throw invalid(`The artifact is larger than ${UPLOAD_BYTES} bytes.`, { maxBytes: UPLOAD_BYTES });
  const grant = grantOfText(granted);
  const sha256 = createHash('sha256').update(bytes).digest();
  const outcome = await storeArtifact(deps, blobsOf(deps), {
    ...grant,
    projectId,
    bytes,
    sha256,
  });
  if (outcome === 'gone') throw notFound('project');
  if (outcome === 'other') throw conflict('Another file was uploaded to this URL before; ask for a new one.');
  return { storageId: grant.id };
}
