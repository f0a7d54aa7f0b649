import type { EvalCasePreview, PreviewEvalCase } from '@assay/contract/areas/iterations/replay';
import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { previewAssertions } from '@assay/grading/iteration/preview';
import type { CheckResult } from '@assay/grading/iteration/judge-checks';
import { handle } from '@assay/kit/rpc/handle';
import { unzipJson } from '@assay/transcripts/gzip';
import type { Deps } from '../../deps.ts';
import { maskedAssertion } from '../../domain/iterations/masked-standard.ts';
import { listCaseRecordings, type CaseRecording } from '../../store/iterations/recordings.ts';

/** At most this many trials of a case. */
const MAX_TRIALS = 100;

export const previewEvalCase = ({ pool }: Deps) =>
  handle(operations.previewEvalCase, async (_caller, target, { assertions }) => {
    const found = await listCaseRecordings(pool, target, MAX_TRIALS);
    if (found.length === 0) throw notFound('case of the run');
    const masked = assertions.map((each) => ({ ...each, assertion: maskedAssertion(each.assertion) }));
    const trials: EvalCasePreview['trials'] = [];
    // One transcript at a time is open: together they may not fit into memory.
    for (const each of found) if (each.transcript) trials.push(await previewOf(each, each.transcript, masked));
    return { caseId: target.caseId, trials, withoutRecording: found.length - trials.length };
  });

async function previewOf(
  { frozen, transcript: _zipped, ...trial }: CaseRecording,
  zipped: Buffer,
  asked: PreviewEvalCase['assertions'],
): Promise<EvalCasePreview['trials'][number]> {
  const transcript = await unzipJson<Transcript>(zipped);
  const steps = new Set(frozen.steps.map(({ id }) => id));
  const placeOf = (afterStepId = '') => (steps.has(afterStepId) ? afterStepId : undefined);
  const results = new Map<PreviewEvalCase['assertions'][number], CheckResult>();
  for (const [place, group] of Map.groupBy(asked, ({ afterStepId }) => placeOf(afterStepId))) {
    const judged = previewAssertions(
      frozen,
      transcript,
      group.map(({ assertion }) => assertion),
      place,
    );
    group.forEach((each, i) => results.set(each, judged![i]!));
  }
  const all = asked.map((each) => results.get(each)!);
  return { ...trial, wouldPass: verdictOf(all), results: all };
}

function verdictOf(results: readonly CheckResult[]): boolean | null {
  const gating = results.filter(({ role, status }) => role === 'gating' && status !== 'not_applicable');
  if (gating.some(({ status }) => status === 'failed')) return false;
  return gating.some(({ status }) => status === 'error') ? null : true;
}
