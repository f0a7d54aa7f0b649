import type { DraftIssue } from '@assay/contract/documents/authoring';
import { impossibilities } from './draft-impossibilities.ts';
import { toolIssues, type Declared } from './draft-tools.ts';
import { issue, type DraftedCase } from './issue.ts';

/** Everything that is wrong with a drafted case. What it says of tools is held against what the servers declared, when they were asked. */
export const draftIssues = (drafted: DraftedCase, declared?: Declared): DraftIssue[] => [
  ...stepIssues(drafted),
  ...expectationIssues(drafted),
  ...(declared ? toolIssues(drafted, declared) : []),
  ...impossibilities(drafted).map(({ message, stepId }) => issue('unclear_expectation', message, stepId)),
];

function stepIssues({ steps }: DraftedCase): DraftIssue[] {
  const ids = new Set<string>();
  return steps.flatMap((step, i) => {
    const found = ids.has(step.id) ? [issue('unsupported_workflow', `Step ${i + 1} has the id of an earlier step.`, step.id)] : [];
    ids.add(step.id);
    return step.kind === 'prompt' && step.prompt.trim() === '' ? [...found, issue('unsupported_workflow', `The prompt of step ${i + 1} is blank.`, step.id)] : found;
  });
}

function expectationIssues({ steps, isNegativeTest, expectedOutput = '', checks }: DraftedCase): DraftIssue[] {
  const says = steps.some(({ kind }) => kind === 'assert') || expectedOutput.trim() !== '' || (checks?.list.length ?? 0) > 0;
  return isNegativeTest || says ? [] : [issue('missing_expectation', 'Nothing says when the case passes: it has no assertion, no check and no expected output.')];
}
