import type { NoteDiagnosisRequest, NoteDiagnosisResponse } from '@assay/mesh/gen/assay/v1/catalog';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import { noteDiagnosis as note, type NotedDiagnosis } from '../../actions/servers/note-diagnosis.ts';
import type { Deps } from '../../deps.ts';
import { reachedOrganization } from '../../flows/access/assert-project-reach.ts';

export const noteDiagnosis =
  ({ pool }: Deps): RpcHandler<NoteDiagnosisRequest, NoteDiagnosisResponse> =>
  async ({ projectId, serverId, diagnosis }, caller) => {
    reachedOrganization(caller, { projectId });
    const noted = JSON.parse(Buffer.from(diagnosis).toString()) as NotedDiagnosis;
    await note(pool, { projectId, serverId, userId: caller.userId }, noted);
    return {};
  };
