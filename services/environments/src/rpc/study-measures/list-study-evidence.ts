import type { StudySighting } from '@assay/contract/areas/study-analytics/measured-study';
import type { ListStudyEvidenceReply, ListStudyEvidenceRequest } from '@assay/mesh/gen/assay/v1/study_measures';
import { listEvidence } from '@assay/findings/mining/signals';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { readableStudy } from '../../flows/study-analytics/readable-study.ts';

export const listStudyEvidence =
  ({ pool }: Deps): RpcHandler<ListStudyEvidenceRequest, ListStudyEvidenceReply> =>
  async (request, caller) => {
    const { studyId, window } = await readableStudy(pool, caller, request);
    const part = { seriesId: studyId, windowId: window?.id };
    const sightings: StudySighting[] = await listEvidence(pool, part, request.fingerprints);
    return { sightings: Buffer.from(JSON.stringify(sightings)) };
  };
