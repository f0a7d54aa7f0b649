import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { CaseDraft, DraftIssue } from '@assay/contract/areas/authoring/drafts';
import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import { isObject } from '@assay/contract/json';
import type { Fault } from '@assay/contract/fault';
import { draftIssue, type DraftedCase } from './issue.ts';

/** Where a value breaks the schema of steps. */
export type StepFaults = (step: unknown) => Fault[];

/** The title of a proposed case without one. */
export const UNTITLED_CASE = 'Untitled';

/** A missing title, missing steps, and malformed steps. */
export function malformationsOf(
  { title, steps }: Pick<CaseDraft['case'], 'title' | 'steps'>,
  stepFaults: StepFaults,
): DraftIssue[] {
  const broken = steps.flatMap((step, i) =>
    stepFaults(step)
      .slice(0, 1)
      .map(({ path, message }) =>
        draftIssue('unsupported_workflow', `Step ${i + 1} is not a step: ${path || 'it'} ${message}.`, idOf(step)),
      ),
  );
  return [
    ...(title.trim() === '' || title === UNTITLED_CASE
      ? [draftIssue('unsupported_workflow', 'The case has no title.')]
      : []),
    ...(steps.length === 0 ? [draftIssue('unsupported_workflow', 'The case has no steps.')] : []),
    ...broken,
  ];
}

const idOf = (step: unknown): string | undefined =>
  isObject(step) && typeof step.id === 'string' ? step.id : undefined;

/** Issues in the structure of a case whose steps are well-formed. */
export const structuralIssues = (drafted: DraftedCase): DraftIssue[] => [
  ...stepIssues(drafted),
  ...contraryIssues(drafted),
  ...expectationIssues(drafted),
];

/** Why a draft is not a case; no resolution changes that. */
export function whyNoCase({ case: drafted }: Pick<CaseDraft, 'case'>, stepFaults: StepFaults): DraftIssue | undefined {
  const [malformed] = malformationsOf(drafted, stepFaults);
  return malformed ?? structuralIssues({ ...drafted, steps: drafted.steps as EvalTestStep[] })[0];
}

function stepIssues({ steps }: DraftedCase): DraftIssue[] {
  const ids = new Set<string>();
  return steps.flatMap((step, i) => {
    const found = ids.has(step.id)
      ? [draftIssue('unsupported_workflow', `Step ${i + 1} has the id of an earlier step.`, step.id)]
      : [];
    ids.add(step.id);
    return step.kind === 'prompt' && step.prompt.trim() === ''
      ? [...found, draftIssue('unsupported_workflow', `The prompt of step ${i + 1} is blank.`, step.id)]
      : found;
  });
}

/** An assertion on arguments demands a call in every role. */
function contraryIssues({ steps, checks, isNegativeTest }: DraftedCase): DraftIssue[] {
  if (!isNegativeTest) return [];
  const inSteps = steps.flatMap((step) =>
    step.kind === 'assert' && 'type' in step.assertion ? [{ assertion: step.assertion, id: step.id }] : [],
  );
  const all: { assertion: EvalAssertion; id?: string }[] = [
    ...inSteps,
    ...(checks?.list ?? []).map((assertion) => ({ assertion })),
  ];
  return all.flatMap(({ assertion, id }) =>
    assertion.type === 'toolCalledWith'
      ? [draftIssue('unclear_expectation', unwantedCall(assertion.toolName), id)]
      : [],
  );
}

/** Why a negative case cannot demand a call. */
export const unwantedCall = (tool: string): string =>
  `A negative case passes when no tool is called, and this one asks for a call of "${tool}".`;

function expectationIssues({ steps, isNegativeTest, expectedOutput = '', checks }: DraftedCase): DraftIssue[] {
  const says =
    steps.some(({ kind }) => kind === 'assert') || expectedOutput.trim() !== '' || (checks?.list?.length ?? 0) > 0;
  return isNegativeTest || says
    ? []
    : [
        draftIssue(
          'missing_expectation',
          'Nothing says when the case passes: it has no assertion, no check and no expected output.',
        ),
      ];
}
