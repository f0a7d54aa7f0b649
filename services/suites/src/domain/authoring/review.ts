import type { CaseDraft } from '@assay/contract/areas/authoring/drafts';
import type { DraftedCasePatch, ReviewCaseDraft } from '@assay/contract/areas/authoring/review';
import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import { canonicalJson } from '@assay/contract/canonical';
import type { Fault } from '@assay/contract/fault';
import { keptText } from '@assay/kit/text/kept-text';
import { draftIssues } from './draft-issues.ts';
import { answeredSteps } from './guess.ts';
import { isHeldBack } from './held-back.ts';

/** The fault of a review that names an issue or addition that the draft does not have, or that mixes two reviews. */
export function reviewFault(
  { issues, additions }: CaseDraft,
  { resolutions = [], answers = [], acceptAdditions = [], case: patch }: ReviewCaseDraft,
): Fault | undefined {
  if (patch && (resolutions.length > 0 || answers.length > 0))
    return { path: '/case', message: 'cannot be combined with resolutions or answers' };
  const issue = resolutions.findIndex((each) => each.issue >= issues.length);
  if (issue >= 0)
    return { path: `/resolutions/${issue}/issue`, message: `is not one of the draft's ${issues.length} issues` };
  const answer = answers.findIndex((each) => issues[each.issue]?.guess === undefined);
  if (answer >= 0) return { path: `/answers/${answer}/issue`, message: 'is not an issue with a guess' };
  const addition = acceptAdditions.findIndex((id) => !additions.some((each) => each.id === id));
  return addition >= 0
    ? { path: `/acceptAdditions/${addition}`, message: 'is not an addition of the draft' }
    : undefined;
}

/** The draft with the resolutions, answers, accepted additions, the change and the decision of a review. */
export function reviewedDraft(
  draft: CaseDraft,
  { resolutions = [], answers = [], acceptAdditions = [], case: patch, decision }: ReviewCaseDraft,
): CaseDraft {
  const said = new Map(resolutions.map(({ issue, resolution }) => [issue, resolution]));
  const resolved = {
    ...draft,
    issues: draft.issues.map((issue, i) => (said.has(i) ? { ...issue, resolution: said.get(i)! } : issue)),
    additions: draft.additions.filter(({ id }) => !acceptAdditions.includes(id)),
  };
  const answered = answers.reduce(withAnswer, resolved);
  const edited = patch ? withChange(answered, patch) : answered;
  const { decision: before, ...rest } = edited;
  const after = decision === undefined ? before : (decision ?? undefined);
  return {
    ...rest,
    revision: draft.revision + 1,
    review: isHeldBack(rest) ? 'required' : 'accepted',
    ...(after && { decision: after }),
  };
}

/** The draft with a value in place of a guess, which is resolved by it. */
function withAnswer(draft: CaseDraft, { issue: index, value }: { issue: number; value: unknown }): CaseDraft {
  const guess = draft.issues[index]!.guess!;
  const answered = {
    guess: { ...guess, value },
    resolution: keptText(`The value is ${JSON.stringify(value)}.`, 2000).padEnd(10),
  };
  return {
    ...draft,
    case: { ...draft.case, steps: answeredSteps(draft.case.steps, guess, value) },
    issues: draft.issues.map((issue, i) => (i === index ? { ...issue, ...answered } : issue)),
  };
}

/**
 * The draft with a changed case. Its structure is checked again; other issues stay while their step does, or while
 * they have none.
 */
function withChange(draft: CaseDraft, { expectedOutput, ...patch }: DraftedCasePatch): CaseDraft {
  const { expectedOutput: before, ...kept } = { ...draft.case, ...patch };
  const output = expectedOutput === undefined ? before : (expectedOutput ?? undefined);
  const changed = { ...kept, ...(output !== undefined && { expectedOutput: output }) };
  const unchanged = new Set(draft.case.steps.map((step) => canonicalJson(step)));
  const stays = new Set(
    (changed.steps as EvalTestStep[]).filter((step) => unchanged.has(canonicalJson(step))).map(({ id }) => id),
  );
  const found = draftIssues({ ...changed, steps: changed.steps as EvalTestStep[] });
  const isFound = ({ message }: CaseDraft['issues'][number]) => found.some((each) => each.message === message);
  const carried = draft.issues.filter(
    (issue) =>
      !isFound(issue) &&
      (issue.guess
        ? canonicalJson(draft.case.steps) === canonicalJson(changed.steps)
        : issue.stepId === undefined
          ? issue.origin === 'model'
          : stays.has(issue.stepId)),
  );
  const { trial: _tried, ...rest } = draft;
  return { ...rest, case: changed, issues: [...found, ...carried].slice(0, 100) };
}
