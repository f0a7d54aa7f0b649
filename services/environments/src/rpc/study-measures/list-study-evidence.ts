import type { ListStudyEvidenceReply, ListStudyEvidenceRequest } from '@assay/mesh/gen/assay/v1/study_measures';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { readableStudy } from '../../flows/study-analytics/readable-study.ts';
import { listSightings } from '../../store/study-analytics/session-signals.ts';

export const listStudyEvidence =
  ({ pool }: Deps): RpcHandler<ListStudyEvidenceRequest, ListStudyEvidenceReply> =>
  async (request, caller) => {
    const part = await readableStudy(pool, caller, request);
    return { sightings: Buffer.from(JSON.stringify(await listSightings(pool, part, request.fingerprints))) };
  };
