import type { IngestArtifact, IngestResult } from '@assay/contract/areas/ingestion/documents';
import { Problem } from '@assay/contract/problem';
import type { Blobs } from '@assay/kit/blobs/blobs';
import type { Deps } from '../../deps.ts';
import { faultProblem } from '@assay/contract/fault';
import { parseArtifact } from './parse-artifact.ts';
import { hasArtifact } from '../../store/ingestion/artifacts.ts';

/** The store of artifacts. @throws FEATURE_NOT_SUPPORTED on an installation that has none. */
export function blobsOf({ blobs }: Pick<Deps, 'blobs'>): Blobs {
  if (!blobs)
    throw new Problem(
      'FEATURE_NOT_SUPPORTED',
      'This installation keeps no artifacts: the runs service has neither BLOBS_DIR nor BLOBS_S3_BUCKET.',
    );
  return blobs;
}

/** The results in an uploaded artifact of the project. @throws VALIDATION_ERROR naming /artifact */
export async function readArtifact(
  deps: Pick<Deps, 'pool' | 'blobs'>,
  projectId: string,
  artifact: IngestArtifact,
): Promise<IngestResult[]> {
  const blobs = blobsOf(deps);
  const bytes = (await hasArtifact(deps.pool, projectId, artifact.storageId))
    ? await blobs.get(artifact.storageId)
    : undefined;
  if (!bytes)
    throw faultProblem({
      path: '/artifact/storageId',
      message: 'is not an artifact of this project, or it has expired',
    });
  return parseArtifact(bytes, artifact);
}
