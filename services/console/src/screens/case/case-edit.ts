import type { EvalCase, EvalCaseUpdateRequest, EvalStepAssertion, EvalTestStep } from '@assay/sdk';

/** The fields of a case that the editor changes; absent ones take their default. */
export type CaseEdit = Pick<
  EvalCase,
  | 'title'
  | 'steps'
  | 'expectedOutput'
  | 'scenario'
  | 'iterations'
  | 'repetitions'
  | 'passThreshold'
  | 'isNegative'
  | 'intent'
  | 'kind'
  | 'models'
  | 'checks'
  | 'suppressedSuiteStandardCheckIds'
  | 'advancedConfig'
>;

const FIELDS = [
  'title',
  'steps',
  'expectedOutput',
  'scenario',
  'iterations',
  'repetitions',
  'passThreshold',
  'isNegative',
  'intent',
  'kind',
  'models',
  'checks',
  'suppressedSuiteStandardCheckIds',
  'advancedConfig',
] as const satisfies (keyof CaseEdit)[];

/** The fields of a stored case that the editor changes. */
export const editOf = (stored: EvalCase): CaseEdit =>
  Object.fromEntries(
    FIELDS.flatMap((field) => (stored[field] === undefined ? [] : [[field, stored[field]]])),
  ) as unknown as CaseEdit;

/** The change that makes an edit of a stored case: only fields that differ; a field that is gone is cleared. */
export function patchOf(stored: CaseEdit, edit: CaseEdit): EvalCaseUpdateRequest {
  const changed = FIELDS.filter((field) => JSON.stringify(stored[field]) !== JSON.stringify(edit[field]));
  return Object.fromEntries(
    changed.map((field) => [
      field,
      edit[field] ?? (field === 'suppressedSuiteStandardCheckIds' || field === 'models' ? [] : null),
    ]),
  );
}

/** An id for a new step that no other step has: the word, or the word with a number. */
export function freeStepId(steps: readonly EvalTestStep[], word: string): string {
  const taken = new Set(steps.map(({ id }) => id));
  for (let count = 1; ; count++) {
    const id = count === 1 ? word : `${word}-${count}`;
    if (!taken.has(id)) return id;
  }
}

/** An assertion of an edited case, and where it is graded. */
export interface PlacedAssertion {
  /** The step it is in, or else the suite or the case whose check it is. */
  from: { stepId: string } | 'suite' | 'case';
  assertion: EvalStepAssertion;
  afterStepId?: string;
}

/**
 * The assertions that a case has with its suite's checks. An assertion of a step is graded behind the nearest step
 * before it that the stored case has too.
 */
export function assertionsOf(
  edit: CaseEdit,
  suiteChecks: readonly EvalStepAssertion[],
  knownSteps: ReadonlySet<string>,
): PlacedAssertion[] {
  const inSteps = edit.steps.flatMap((step, index): PlacedAssertion[] => {
    if (step.kind !== 'assert') return [];
    const before = edit.steps.slice(0, index).findLast(({ id }) => knownSteps.has(id));
    return [{ from: { stepId: step.id }, assertion: step.assertion, ...(before && { afterStepId: before.id }) }];
  });
  const { mode = 'inherit', list = [] } = edit.checks ?? {};
  return [
    ...inSteps,
    ...(mode === 'replace' ? [] : suiteChecks).map((assertion) => ({ from: 'suite' as const, assertion })),
    ...(mode === 'inherit' ? [] : list).map((assertion) => ({ from: 'case' as const, assertion })),
  ];
}
