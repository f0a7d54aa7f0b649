import type { UpdateEvalCase } from '@assay/contract/areas/cases/documents';
import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import { given } from '@assay/contract/given';
import { withCurrentNames } from '@assay/grading/matching/match-options';
import { needsModel } from '@assay/grading/model-free';
import { caseAssertionFaults } from '@assay/suite-file/rules/assertion-rules';
import { gradingFaults, storageFault, serverFaults, stepFaults } from '@assay/suite-file/rules/case-rules';
import type { Fault } from '@assay/contract/fault';
import type { CaseBody } from './case-record.ts';
import { sortedOnce } from './sorted-once.ts';
import { firstIn } from './first-fault.ts';
import type { StoredSuite, SuiteBody } from '../suites/suite-record.ts';
import { withoutNull } from '@assay/contract/patches/without-null';

/** A case after a patch: absent leaves alone, null clears, a value replaces; match options are merged. */
export function patchedCase(
  body: CaseBody,
  { expectedRevision: _revision, matchOptions, suppressedSuiteStandardCheckIds: off, ...patch }: UpdateEvalCase,
): CaseBody {
  const next = withoutNull<CaseBody>({
    ...body,
    ...patch,
    ...(matchOptions !== undefined && {
      matchOptions: matchOptions && { ...withCurrentNames(body.matchOptions ?? {}), ...withCurrentNames(matchOptions) },
    }),
    ...(off && { suppressedSuiteStandardCheckIds: off.length > 0 ? sortedOnce(off) : null }),
  });
  return { ...next, models: needsModel(next.steps) ? next.models : [] };
}

/** The first rule that a patch breaks. Fields that it leaves alone are not checked again. */
export const casePatchFault = (
  before: CaseBody,
  after: CaseBody,
  patch: UpdateEvalCase,
  { body }: Pick<StoredSuite, 'body'>,
  serverNames: readonly string[],
): Fault | undefined => storageFault(after, '') ?? firstIn(patchFaults(before, patch, body, serverNames));

function* patchFaults(
  before: CaseBody,
  { steps, checks = null, repetitions, passThreshold }: UpdateEvalCase,
  suite: SuiteBody,
  serverNames: readonly string[],
): Generator<Fault> {
  if (steps) {
    yield* stepFaults(steps, '');
    yield* kindFaults(before.steps, steps);
    yield* serverFaults(steps, serverNames, '');
  }
  yield* gradingFaults(
    withoutNull<{ repetitions?: number; passThreshold?: number }>({
      ...given({ repetitions, passThreshold }),
    }),
    suite,
    '',
  );
  yield* caseAssertionFaults({ steps: steps ?? [], checks }, '');
}

/** A direct tool call and a prompt are different kinds of cases, whose past iterations could not be compared. */
function* kindFaults(before: readonly EvalTestStep[], after: readonly EvalTestStep[]): Generator<Fault> {
  if ((isSingleCall(before) && needsModel(after)) || (needsModel(before) && isSingleCall(after))) {
    yield {
      path: '/steps',
      message: 'would make a case of a single tool call one with a prompt, or the other way round',
    };
  }
}

const isSingleCall = (steps: readonly EvalTestStep[]): boolean =>
  !needsModel(steps) && steps.filter(({ kind }) => kind === 'toolCall').length === 1;
