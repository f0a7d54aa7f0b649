import { createEvalIngestUploadUrl as operation } from '@assay/contract/operations/ingest';
import { handle } from '@assay/kit/handle';
import { newId } from '@assay/kit/id';
import { blobsOf } from '../artifacts.ts';
import type { Deps } from '../deps.ts';
import { sealToken } from '../upload-token.ts';
import { UPLOAD_MS } from '../limits.ts';

export const createIngestUpload = (deps: Deps) =>
  handle(operation, async (_caller, { projectId }) => {
    blobsOf(deps);
    const expiresAt = Date.now() + UPLOAD_MS;
    const token = sealToken(deps.cursors, projectId, { id: newId('art'), expiresAt });
    return { ok: true as const, uploadUrl: `${deps.publicUrl}/api/v1/projects/${projectId}/eval-ingest/artifacts/${token}`, expiresAt };
  });
