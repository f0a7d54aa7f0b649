import type { DraftTrial } from '@assay/contract/areas/authoring/draft-trial';
import type { KeepDraftTrialRequest, TriedDraft } from '@assay/mesh/gen/assay/v1/suites';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import { keepDraftTrial as keep } from '../../actions/authoring/keep-draft-trial.ts';
import type { Deps } from '../../deps.ts';

export const keepDraftTrial =
  ({ pool }: Deps): RpcHandler<KeepDraftTrialRequest, TriedDraft> =>
  async ({ projectId, suiteId, jobId, draftId, revision, trial }) => {
    const document = JSON.parse(trial.toString()) as DraftTrial;
    const draft = await keep(pool, { projectId, suiteId, jobId }, { draftId, revision }, document);
    return { draft: Buffer.from(JSON.stringify(draft)) };
  };
