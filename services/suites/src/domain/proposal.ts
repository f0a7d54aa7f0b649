import type { CaseDraft, DraftIssue } from '@assay/contract/documents/authoring';
import type { ProposedCase } from '@assay/contract/documents/authoring-work';
import type { CaseModel } from '@assay/contract/documents/case';
import type { EvalTestStep } from '@assay/contract/documents/step';
import { isObject } from '@assay/grading/canonical';
import { draftIssues } from './draft-issues.ts';
import type { Declared } from './draft-tools.ts';
import type { Fault } from './fault.ts';
import { issue } from './issue.ts';
import { keptText } from './kept-text.ts';
import { isHeldBack } from './held-back.ts';
import { provenanceOf, type SourceDocument } from './provenance.ts';

/** What proposed cases are held against. */
export interface Grounds {
  /** Where a step breaks the schema of steps. */
  stepFaults(step: unknown): Fault[];
  caseModels: CaseModel[];
  declared: Declared;
  /** Where cases must stand that were taken from a document. */
  document?: SourceDocument | undefined;
}

/** Trials of a case that a model drafted, for whoever drafts says nothing about them. */
const RUNS = 5;
const MAX_STEPS = 200;

/**
 * A case that a model proposed, as a draft with everything that is doubtful about it. Nothing of the proposal is trusted:
 * what is not of the right shape is told, not stored as if it were, and only what we derived ourselves (its provenance, what
 * our checks found, that nobody has reviewed it) is stated.
 */
export function draftOf(proposed: ProposedCase, draftId: string, { stepFaults, caseModels, declared, document }: Grounds): CaseDraft {
  const title = textOf(proposed.title, 500);
  const steps = Array.isArray(proposed.steps) ? proposed.steps as unknown[] : [];
  const faults = steps.slice(0, MAX_STEPS).map(stepFaults);
  const [expectedOutput, scenario] = [textOf(proposed.expectedOutput, 10_000), textOf(proposed.scenario, 10_000)];
  const says = { isNegativeTest: proposed.isNegative === true, ...(expectedOutput !== undefined && { expectedOutput }) };
  const source = document && provenanceOf(document, proposed.startLine, proposed.endLine);
  const issues = [
    ...issuesOfModel(proposed.issues),
    ...(title === undefined ? [issue('unsupported_workflow', 'The case has no title.')] : []),
    ...malformed(steps, faults),
    ...(document && !source ? [issue('missing_evidence', 'The document has no such lines as the case is said to stand on.')] : []),
    ...draftIssues({ ...says, steps: steps.filter((_, i) => faults[i]?.length === 0) as EvalTestStep[] }, declared),
  ].slice(0, 100);
  const additions = additionsOf(proposed.additions);
  return {
    version: 1, draftId, revision: 0,
    case: { title: title ?? 'Untitled', steps: steps.slice(0, MAX_STEPS), ...says, runs: RUNS, models: caseModels, ...(scenario !== undefined && { scenario }) },
    ...(source && { source }),
    issues, evidenceNotes: textsOf(proposed.evidenceNotes), additions, review: isHeldBack({ issues, additions }) ? 'required' : 'accepted',
  };
}

function malformed(steps: unknown[], faults: Fault[][]): DraftIssue[] {
  if (steps.length === 0) return [issue('unsupported_workflow', 'The case has no steps.')];
  const many = steps.length > MAX_STEPS ? [issue('unsupported_workflow', `The case has ${steps.length} steps; at most ${MAX_STEPS} can be kept.`)] : [];
  const broken = faults.flatMap(([fault], i) => (fault ? [issue('unsupported_workflow', `Step ${i + 1} is no step: ${fault.path || 'it'} ${fault.message}.`, idOf(steps[i]))] : []));
  return [...many, ...broken];
}

const idOf = (step: unknown): string | undefined => (isObject(step) && typeof step.id === 'string' ? step.id : undefined);

const CODES = ['missing_expectation', 'missing_prerequisite', 'unclear_expectation', 'unsupported_workflow', 'unknown_tool', 'invalid_arguments', 'missing_evidence'] as const satisfies DraftIssue['code'][];

/** What the model itself is unsure of. It can raise a doubt, and it cannot settle one. */
const issuesOfModel = (issues: unknown): DraftIssue[] => objectsIn(issues, 100).flatMap(({ code, message, stepId }) => {
  const said = textOf(message, 2000);
  if (said === undefined) return [];
  return [{ ...issue(CODES.find((each) => each === code) ?? 'unclear_expectation', said, typeof stepId === 'string' ? stepId : undefined), origin: 'model' as const }];
});

const additionsOf = (additions: unknown): CaseDraft['additions'] => objectsIn(additions, 200).flatMap(({ path, explanation }, i) => {
  const said = textOf(explanation, 2000);
  return said === undefined ? [] : [{ id: `addition-${i + 1}`, path: textOf(path, 500) ?? '', explanation: said }];
});

const objectsIn = (list: unknown, max: number): Record<string, unknown>[] => (Array.isArray(list) ? list.filter(isObject).slice(0, max) : []);
const textsOf = (list: unknown): string[] => (Array.isArray(list) ? list.flatMap((each) => textOf(each, 2000) ?? []).slice(0, 100) : []);

/** Undefined for what is no text, or a blank one. */
function textOf(value: unknown, max: number): string | undefined {
  const text = typeof value === 'string' ? keptText(value, max) : '';
  return text.trim() === '' ? undefined : text;
}
