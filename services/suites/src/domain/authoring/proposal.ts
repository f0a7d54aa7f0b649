import { draftIssueCodes, type CaseDraft, type DraftIssue } from '@assay/contract/areas/authoring/drafts';
import type { ProposedCase } from '@assay/contract/areas/authoring/work';
import type { CaseModel } from '@assay/contract/areas/cases/documents';
import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import { given } from '@assay/contract/given';
import { isObject } from '@assay/contract/json';
import { draftIssues } from './draft-issues.ts';
import { malformationsOf, UNTITLED_CASE, type StepFaults } from './draft-structure.ts';
import type { DeclaredTools } from './draft-tools.ts';
import { guessIn } from './guess.ts';
import { draftIssue } from './issue.ts';
import { keptText } from '@assay/kit/text/kept-text';
import { isHeldBack } from './held-back.ts';
import { provenanceOf, type SourceDocument } from './provenance.ts';

/** The values that proposed cases are checked against. */
export interface ProposalGrounds {
  stepFaults: StepFaults;
  caseModels: CaseModel[];
  declared: DeclaredTools;
  /** The document that cases are taken from. */
  document?: SourceDocument | undefined;
  /** Every issue blocks its draft, because a person decides all of them. */
  isHeld?: boolean;
}

/** Iterations of a drafted case; a model does not choose them. */
const RUNS = 5;
const MAX_STEPS = 200;
const MAX_ISSUES = 100;

/**
 * A case that a model proposed, as a draft with all its issues. The proposal is not trusted: malformed parts are
 * reported and not stored, and provenance, issues of our own checks and the state of the review are computed here.
 */
export function draftOf(
  proposed: ProposedCase,
  draftId: string,
  { stepFaults, caseModels, declared, document, isHeld = false }: ProposalGrounds,
): CaseDraft {
  const title = textOf(proposed.title, 500) ?? UNTITLED_CASE;
  const asked = Array.isArray(proposed.steps) ? (proposed.steps as unknown[]) : [];
  const steps = asked.slice(0, MAX_STEPS);
  const [expectedOutput, scenario] = [textOf(proposed.expectedOutput, 10_000), textOf(proposed.scenario, 10_000)];
  const says = {
    isNegativeTest: proposed.isNegative === true,
    ...given({ expectedOutput }),
  };
  const source = document && provenanceOf(document, proposed.startLine, proposed.endLine);
  // Issues of our own checks come first, so that a model cannot crowd them out with its own.
  const issues = [
    ...malformationsOf({ title, steps }, stepFaults),
    ...(asked.length > MAX_STEPS
      ? [draftIssue('unsupported_workflow', `The case has ${asked.length} steps; at most ${MAX_STEPS} can be kept.`)]
      : []),
    ...(typeof source === 'string' ? [draftIssue('missing_evidence', source)] : []),
    ...draftIssues(
      { ...says, steps: steps.filter((step) => stepFaults(step).length === 0) as EvalTestStep[] },
      declared,
    ),
    ...issuesOfModel(proposed.issues, steps),
  ]
    .slice(0, MAX_ISSUES)
    .map((issue) => (isHeld ? { ...issue, blocking: true } : issue));
  const additions = additionsOf(proposed.additions);
  return {
    version: 1,
    draftId,
    revision: 0,
    case: {
      title,
      steps,
      ...says,
      runs: RUNS,
      models: caseModels,
      ...given({ scenario }),
    },
    ...(typeof source === 'object' && { source }),
    issues,
    evidenceNotes: textsOf(proposed.evidenceNotes),
    additions,
    review: isHeldBack({ issues, additions }) ? 'required' : 'accepted',
  };
}

/** The issues that the model itself raises. It cannot resolve one; it may say that one does not block. */
const issuesOfModel = (issues: unknown, steps: readonly unknown[]): DraftIssue[] =>
  objectsIn(issues, MAX_ISSUES).flatMap(({ code, message, stepId, blocking, guess: proposed }) => {
    const said = textOf(message, 2000);
    if (said === undefined) return [];
    const guess = guessIn({ steps }, proposed);
    return [
      {
        ...draftIssue(
          draftIssueCodes.find((each) => each === code) ?? 'unclear_expectation',
          said,
          typeof stepId === 'string' ? stepId : undefined,
        ),
        blocking: blocking !== false,
        origin: 'model' as const,
        ...given({ guess }),
      },
    ];
  });

const additionsOf = (additions: unknown): CaseDraft['additions'] =>
  objectsIn(additions, 200).flatMap(({ path, explanation }, i) => {
    const said = textOf(explanation, 2000);
    return said === undefined ? [] : [{ id: `addition-${i + 1}`, path: textOf(path, 500) ?? '', explanation: said }];
  });

const objectsIn = (list: unknown, max: number): Record<string, unknown>[] =>
  Array.isArray(list) ? list.filter(isObject).slice(0, max) : [];
const textsOf = (list: unknown): string[] =>
  Array.isArray(list) ? list.flatMap((each) => textOf(each, 2000) ?? []).slice(0, 100) : [];

/** Undefined for anything but a text with content. */
function textOf(value: unknown, max: number): string | undefined {
  const text = typeof value === 'string' ? keptText(value, max) : '';
  return text.trim() === '' ? undefined : text;
}
