import { AuthoringProposal } from '@assay/contract/areas/authoring/work';
import { Problem } from '@assay/contract/problem';
import { ComputeBudget } from '@assay/grading/compute-budget';
import type { Tx } from '@assay/kit/postgres/db';
import { newId } from '@assay/kit/id';
import { oneByOne } from '@assay/work/queue/queued-work';
import { parser } from '@assay/kit/json/parse';
import { redactText } from '@assay/kit/security/redact';
import { storageFault } from '@assay/suite-file/rules/case-rules';
import type { AuthoringJob } from '../../domain/authoring/authoring-job.ts';
import { keptText } from '@assay/kit/text/kept-text';
import { draftOf } from '../../domain/authoring/proposal.ts';
import { openDocument } from '../../domain/authoring/provenance.ts';
import { stepFaults } from './step-faults.ts';
import { claimPendingJob, endAuthoringJob, type JobEnd } from '../../store/authoring/authoring-jobs.ts';
import { listRepetitions } from './list-repetitions.ts';

const parse = parser(AuthoringProposal);
/** The highest number of drafts that a person would review. */
const MAX_CASES = 200;

/** Ends an authoring job with the drafts of a runner's proposal, or with the cause of its failure. */
export const settleAuthoringJob = oneByOne(async (tx, { id, result }) => {
  const job = await claimPendingJob(tx, id);
  if (!job) return;
  await endAuthoringJob(tx, id, 'error' in result ? failed(result.error) : await proposed(tx, job, result.output));
});

const failed = ({ code, message }: { code: string; message: string }): JobEnd => ({
  status: 'failed',
  generationModel: null,
  error: keptText(`${code}: ${redactText(message)}`, 2000),
  warnings: [],
  drafts: [],
});

async function proposed(tx: Tx, job: AuthoringJob, output: Buffer): Promise<JobEnd> {
  const proposal = proposalIn(output);
  if (!proposal)
    return failed({
      code: 'INVALID_PROPOSAL',
      message: 'The runner answered with something that is not a proposal of cases.',
    });
  const { generationModel, extractorVersion, inventory, cases } = proposal;
  const { caseModels = [], content, fileName, hold = false } = job.request;
  const document = content === undefined ? undefined : openDocument(content, extractorVersion, fileName);
  const kept = cases.slice(0, MAX_CASES).filter((each) => !storageFault(each, ''));
  const grounds = {
    stepFaults,
    caseModels,
    declared: { inventory, budget: new ComputeBudget() },
    document,
    isHeld: hold,
  };
  const drafts = kept.map((each) => draftOf(each, newId('draft'), grounds));
  const warnings = [
    ...proposal.warnings.slice(0, 100).map((warning) => keptText(redactText(warning), 2000)),
    ...(kept.length < cases.length
      ? [
          `${cases.length - kept.length} of ${cases.length} proposed cases were left out: too many, too large, or nested too deeply.`,
        ]
      : []),
    ...(await listRepetitions(tx, job.suiteId, drafts)),
  ];
  return {
    status: 'completed',
    generationModel: keptText(generationModel, 200),
    error: null,
    warnings,
    drafts,
  };
}

function proposalIn(output: Buffer): AuthoringProposal | undefined {
  try {
    return parse(output);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
