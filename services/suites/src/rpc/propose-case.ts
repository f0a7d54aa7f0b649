import { CreateEvalCase } from '@assay/contract/documents/case';
import type { ProposeCaseRequest, ProposedJob } from '@assay/contract/gen/assay/v1/suites';
import { notFound } from '@assay/contract/problem';
import { transaction } from '@assay/kit/db';
import { newId } from '@assay/kit/id';
import { parser } from '@assay/kit/parse';
import type { Handler } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';
import { suggestionOf } from '../domain/suggestion.ts';
import { insertAuthoringJob } from '../store/authoring-jobs.ts';
import { claimSuite } from '../store/suites.ts';

const parse = parser(CreateEvalCase);

export const proposeCase = ({ pool }: Deps): Handler<ProposeCaseRequest, ProposedJob> => async ({ projectId, suiteId, case: body, evidenceNotes, doubts }) => {
  const draft = suggestionOf(parse(body), evidenceNotes, doubts, newId('draft'));
  const jobId = newId('job');
  await transaction(pool, async (tx) => {
    if (!await claimSuite(tx, projectId, suiteId)) throw notFound('suite');
    await insertAuthoringJob(tx, { id: jobId, projectId, suiteId, source: 'agent', request: {}, status: 'completed', phase: 'publish', drafts: [draft] });
  });
  return { jobId, draft: Buffer.from(JSON.stringify(draft)) };
};
