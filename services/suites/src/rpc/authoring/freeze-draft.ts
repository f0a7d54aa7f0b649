import { TryCaseDraft } from '@assay/contract/areas/authoring/draft-trial';
import { refuseFault } from '@assay/contract/fault';
import { conflict, notFound } from '@assay/contract/problem';
import { withoutStandardChecks } from '@assay/grading/iteration/checks';
import type { FreezeDraftRequest, FrozenDraft } from '@assay/mesh/gen/assay/v1/suites';
import { parser } from '@assay/kit/json/parse';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import { stepFaults } from '../../actions/authoring/step-faults.ts';
import type { Deps } from '../../deps.ts';
import { whyNoCase } from '../../domain/authoring/draft-structure.ts';
import { toRequest } from '../../domain/authoring/drafted-case.ts';
import { reviewedDraft, reviewFault } from '../../domain/authoring/review.ts';
import { freezeCase, toBody } from '../../domain/cases/case-record.ts';
import { findAuthoringJob } from '../../store/authoring/authoring-jobs.ts';
import { findSuite } from '../../store/suites/suites.ts';

const parse = parser(TryCaseDraft);

/**
 * A draft as the case that it would become, with answers to its guesses; nothing is written. CONFLICT for a draft that
 * is no case yet.
 */
export const freezeDraft =
  ({ pool }: Deps): RpcHandler<FreezeDraftRequest, FrozenDraft> =>
  async ({ projectId, suiteId, jobId, draftId, answers }) => {
    const suite = await findSuite(pool, projectId, suiteId);
    const job = suite && (await findAuthoringJob(pool, { projectId, suiteId, jobId }));
    if (!job) throw notFound('authoring job');
    const draft = job.drafts.find((each) => each.draftId === draftId);
    if (!draft) throw notFound('draft');
    const review = { ...parse(answers), expectedRevision: draft.revision };
    refuseFault(reviewFault(draft, review));
    const answered = reviewedDraft(draft, review);
    const missing = whyNoCase(answered, stepFaults);
    if (missing) throw conflict(`The draft is no case yet. ${missing.message}`, { draftId });
    const { checks = [], suppressedSuiteStandardCheckIds: off = [] } = suite.body;
    return {
      case: json(freezeCase({ id: draftId, body: toBody(toRequest(answered)) }, suite.body)),
      checks: json(withoutStandardChecks(checks, off)),
      serverIds: suite.body.serverIds,
      revision: draft.revision,
    };
  };

const json = (value: unknown) => Buffer.from(JSON.stringify(value));
