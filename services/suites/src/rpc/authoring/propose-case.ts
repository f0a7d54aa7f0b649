import { CreateEvalCase } from '@assay/contract/areas/cases/documents';
import type { ProposeCaseRequest, ProposedJob } from '@assay/mesh/gen/assay/v1/suites';
import { notFound } from '@assay/contract/problem';
import { newId } from '@assay/kit/id';
import { parser } from '@assay/kit/json/parse';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import { proposeCase as propose } from '../../actions/authoring/propose-case.ts';
import type { Deps } from '../../deps.ts';
import { proposedDraft } from '../../domain/authoring/proposed-draft.ts';

const parse = parser(CreateEvalCase);

export const proposeCase =
  ({ pool }: Deps): RpcHandler<ProposeCaseRequest, ProposedJob> =>
  async ({ projectId, suiteId, case: body, evidenceNotes, doubts }) => {
    const draft = proposedDraft(parse(body), evidenceNotes, doubts, newId('draft'));
    const jobId = await propose(pool, projectId, suiteId, draft);
    if (jobId === undefined) throw notFound('suite');
    return { jobId, draft: Buffer.from(JSON.stringify(draft)) };
  };
