import { uploadScope } from '@assay/contract/areas/ingestion/upload-scope';
import { operations } from '@assay/contract/operations';
import { auditor } from '@assay/kit/audit/audit';
import { handle } from '@assay/kit/rpc/handle';
import { newId } from '@assay/kit/id';
import { expiringToken } from '@assay/kit/security/signed-token';
import { artifactQuotaProblem } from '../../domain/ingestion/artifact-quota.ts';
import { grantText } from '../../domain/ingestion/upload-grant.ts';
import { blobsOf } from '../../flows/ingestion/artifacts.ts';
import type { Deps } from '../../deps.ts';
import { UPLOAD_MS } from '../../domain/run-limits/limits.ts';
import { findArtifactUsage } from '../../store/ingestion/artifacts.ts';

export const createEvalIngestUploadUrl = (deps: Deps) =>
  handle(operations.createEvalIngestUploadUrl, async (caller, { projectId }) => {
    blobsOf(deps);
    const usage = await findArtifactUsage(deps.pool, caller.organizationId ?? '');
    const problem = artifactQuotaProblem(usage, deps.artifactQuota, { bytes: 1 });
    if (problem) throw problem;
    const [id, expiresAt] = [newId('art'), Date.now() + UPLOAD_MS];
    const token = expiringToken(deps.meshSecret, uploadScope(projectId), grantText({ ...caller, id }), expiresAt);
    // The URL needs no further credential, so its issue is audited.
    await auditor(deps.pool)({ target: { artifactId: id } });
    return {
      ok: true as const,
      uploadUrl: `${deps.publicUrl}/api/v1/projects/${projectId}/eval-ingest/artifacts/${token}`,
      expiresAt,
    };
  });
