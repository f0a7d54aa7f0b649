import type { UpdateEvalCase } from '@assay/contract/documents/case';
import type { EvalTestStep } from '@assay/contract/documents/step';
import { currentNames } from '@assay/grading/match-options';
import { needsModel } from '@assay/grading/model-free';
import { keepingFault } from '@assay/suite-file/case-rules';
import { sortedOnce, type CaseBody } from './case-record.ts';
import { gradingFault, modelFault, serverFault, stepsFault } from './case-rules.ts';
import type { Fault } from './fault.ts';
import type { StoredSuite } from './suite-record.ts';
import { withoutNull } from './without-null.ts';

/** A case after a patch: absent leaves alone, null clears, a value replaces; match options are merged. */
export function patchedCase(body: CaseBody, { expectedRevision: _revision, matchOptions, suppressedSuiteStandardCheckIds: off, ...patch }: UpdateEvalCase): CaseBody {
  const next = withoutNull<CaseBody>({
    ...body, ...patch,
    ...(matchOptions !== undefined && { matchOptions: matchOptions && { ...currentNames(body.matchOptions ?? {}), ...currentNames(matchOptions) } }),
    ...(off && { suppressedSuiteStandardCheckIds: off.length > 0 ? sortedOnce(off) : null }),
  });
  return { ...next, models: needsModel(next.steps) ? next.models : [] };
}

/** The first rule that a patch breaks. What it leaves alone is not held against it, whatever became of the suite since. */
export function casePatchFault(before: CaseBody, after: CaseBody, patch: UpdateEvalCase, suite: Pick<StoredSuite, 'body'>, serverNames: readonly string[]): Fault | undefined {
  return keepingFault(after, '')
    ?? (patch.steps && (stepsFault(patch.steps, '') ?? kindFault(before.steps, patch.steps) ?? serverFault(patch.steps, serverNames, '')))
    ?? (patch.steps || patch.models ? modelFault(after, suite, '') : undefined)
    ?? gradingFault(withoutNull<{ repetitions?: number; passThreshold?: number }>({
      ...(patch.repetitions !== undefined && { repetitions: patch.repetitions }), ...(patch.passThreshold !== undefined && { passThreshold: patch.passThreshold }),
    }), suite, '');
}

/** A tool that is called by itself is another kind of case than a prompt; their past trials could not be compared. */
const kindFault = (before: readonly EvalTestStep[], after: readonly EvalTestStep[]): Fault | undefined =>
  ((isSingleCall(before) && needsModel(after)) || (needsModel(before) && isSingleCall(after))
    ? { path: '/steps', message: 'would make a case of a single tool call one with a prompt, or the other way round' }
    : undefined);

const isSingleCall = (steps: readonly EvalTestStep[]): boolean => !needsModel(steps) && steps.filter(({ kind }) => kind === 'toolCall').length === 1;
