import { CreateEvalCase } from '@assay/contract/areas/cases/documents';
import { operations } from '@assay/contract/operations';
import { conflict, notFound } from '@assay/contract/problem';
import { newId } from '@assay/kit/id';
import { checkedDocument } from '@assay/kit/json/parse';
import { handle } from '@assay/kit/rpc/handle';
import { proposeCase } from '../../actions/authoring/propose-case.ts';
import type { Deps } from '../../deps.ts';
import { sessionCase } from '../../domain/authoring/session-case.ts';
import { proposedDraft } from '../../domain/authoring/proposed-draft.ts';
import { assertWritable } from '../../domain/suites/file-ownership.ts';
import { readConversation } from '../../flows/authoring/read-conversation.ts';
import { findSuite } from '../../store/suites/suites.ts';

const check = checkedDocument(CreateEvalCase);

export const draftEvalCaseFromSession = (deps: Deps) =>
  handle(
    operations.draftEvalCaseFromSession,
    async (caller, { projectId, suiteId, declaredSuiteId }, { title, ...taken }) => {
      const suite = await findSuite(deps.pool, projectId, suiteId);
      if (!suite) throw notFound('suite');
      assertWritable(suite, declaredSuiteId);
      const conversation = await readConversation(deps, caller, projectId, taken);
      const made = sessionCase(conversation, { title, hasModel: suite.body.model !== undefined });
      if (!made) throw conflict('The session has no ended turn to make a case of: wait until its turn has ended.');
      const doubts = made.doubts.map(({ stepId = '', ...doubt }) => ({ ...doubt, stepId }));
      const draft = proposedDraft(check(made.case), made.notes, doubts, newId('draft'));
      const jobId = await proposeCase(deps.pool, projectId, suiteId, draft, { sessionId: taken.sessionId });
      if (jobId === undefined) throw notFound('suite');
      return { jobId, suiteId, draft };
    },
  );
