import type { CaseDraft } from '@assay/contract/areas/authoring/drafts';
import { given } from '@assay/contract/given';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { refuseFault } from '@assay/contract/fault';
import { storageFault } from '@assay/suite-file/rules/case-rules';
import type { AuthoringJob, Skipped } from '../../domain/authoring/authoring-job.ts';
import type { CaseOutcome, Policy } from '../../domain/cases/case-outcome.ts';
import { toBody, type StoredCase } from '../../domain/cases/case-record.ts';
import { caseFault } from '../../domain/cases/case-rules.ts';
import { toRequest } from '../../domain/authoring/drafted-case.ts';
import { whyNoCase } from '../../domain/authoring/draft-structure.ts';
import { inWords, whyHeldBack } from '../../domain/authoring/held-back.ts';
import type { StoredSuite } from '../../domain/suites/suite-record.ts';
import { stepFaults } from './step-faults.ts';
import { claimAuthoringJob, listCreatedCases, replaceDrafts } from '../../store/authoring/authoring-jobs.ts';
import { writeCases } from '../cases/write-cases.ts';
import { claimWithServers, type WriteContext } from '../suites/writable-suite.ts';

/** The options of a commit. */
export interface CommitOptions {
  policy: Policy;
  /** Only these drafts; all that are not rejected when absent. */
  draftIds?: readonly string[] | undefined;
  /** A job that was committed before is answered with its stored result, instead of being committed again. */
  once: boolean;
}

/** A job after a commit, with the created cases and the skipped drafts. */
export interface CommittedJob {
  job: AuthoringJob;
  created: StoredCase[];
  skipped: Skipped[];
}

/**
 * Writes the drafts of a completed job that have no open issues into its suite; the other drafts stay on the job.
 * Undefined when there is no such job.
 */
export function commitDrafts(
  pool: Pool,
  context: WriteContext,
  jobId: string,
  { policy, once, draftIds }: CommitOptions,
): Promise<CommittedJob | undefined> {
  return transaction(pool, async (tx) => {
    const { suite, serverNames } = await claimWithServers(tx, context);
    const job = await claimAuthoringJob(tx, { projectId: suite.projectId, suiteId: suite.id, jobId });
    if (!job) return undefined;
    if (once && job.skipped) {
      await audit(tx);
      return { job, created: await listCreatedCases(tx, job), skipped: job.skipped };
    }
    const unknown = draftIds?.findIndex((id) => !job.drafts.some(({ draftId }) => draftId === id)) ?? -1;
    if (unknown >= 0) refuseFault({ path: `/draftIds/${unknown}`, message: 'is not a draft of the job' });
    const isWanted = ({ draftId, decision }: CaseDraft) =>
      decision !== 'rejected' && (draftIds?.includes(draftId) ?? true);
    return write(tx, suite, serverNames, job, { policy, isWanted });
  });
}

async function write(
  tx: Tx,
  suite: StoredSuite,
  serverNames: string[],
  job: AuthoringJob,
  { policy, isWanted }: { policy: Policy; isWanted: (draft: CaseDraft) => boolean },
): Promise<CommittedJob> {
  const wanted = job.drafts.filter(isWanted);
  const faults = wanted.map((draft) => whyNotWritten(draft, suite, serverNames));
  const requests = wanted.filter((_, i) => faults[i] === undefined).map(toRequest);
  const outcomes = (
    await writeCases(
      tx,
      suite.id,
      requests.map((each) => ({ body: toBody(each), ...given({ declaredId: each.id }) })),
      policy,
    )
  ).values();
  const ends = wanted.map((draft, i) => ({
    draft,
    ...(faults[i] === undefined ? endOf(outcomes.next().value!) : { error: faults[i] }),
  }));

  const created = ends.flatMap(({ written }) => written ?? []);
  const issues = ends.flatMap(({ draft, written }) =>
    written && draft.issues.length > 0 ? [{ caseId: written.id, issues: draft.issues }] : [],
  );
  const skipped = ends.flatMap(({ draft, error }) =>
    error === undefined ? [] : [{ title: draft.case.title, error, draftId: draft.draftId }],
  );
  const written = new Set(ends.flatMap(({ draft, error }) => (error === undefined ? draft : [])));
  const after = {
    ...job,
    drafts: job.drafts.filter((draft) => !written.has(draft)),
    created: [...job.created, ...created.map(({ id }) => id)],
    caseIssues: [...job.caseIssues, ...issues],
    skipped,
  };
  await replaceDrafts(tx, after);
  await audit(
    tx,
    wanted.length === 0
      ? undefined
      : {
          target: { suiteId: suite.id, jobId: job.id },
          before: { drafts: job.drafts.length },
          after: { drafts: after.drafts.length, caseIds: created.map(({ id }) => id) },
        },
  );
  return { job: after, created, skipped };
}

const endOf = (outcome: CaseOutcome): { written?: StoredCase; error?: string } =>
  'refused' in outcome
    ? { error: `${outcome.refused.code}: ${outcome.refused.message}` }
    : { written: outcome.written };

function whyNotWritten(draft: CaseDraft, suite: StoredSuite, serverNames: readonly string[]): string | undefined {
  const missing = whyNoCase(draft, stepFaults);
  if (missing) return inWords(missing);
  const held = whyHeldBack(draft);
  if (held !== undefined) return held;
  const request = toRequest(draft);
  const fault = storageFault(request, '') ?? caseFault(request, suite, serverNames);
  return fault && `INVALID_CASE: ${fault.path || 'The case'} ${fault.message}.`;
}
