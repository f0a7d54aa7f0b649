import type { DraftIssue } from '@assay/contract/areas/authoring/drafts';
import { assertionFaults, assertionListFaults } from '@assay/suite-file/rules/assertion-rules';
import { impossibilitiesOf } from './draft-impossibilities.ts';
import { structuralIssues } from './draft-structure.ts';
import { toolIssues, type DeclaredTools } from './draft-tools.ts';
import { draftIssue, type DraftedCase } from './issue.ts';

/**
 * All issues of a drafted case. Its use of tools is checked against the declared tools, when the servers were asked.
 */
export const draftIssues = (drafted: DraftedCase, declared?: DeclaredTools): DraftIssue[] => [
  ...structuralIssues(drafted),
  ...assertionIssues(drafted),
  ...(declared ? toolIssues(drafted, declared) : []),
  ...impossibilitiesOf(drafted).map(({ message, stepId }) => draftIssue('unclear_expectation', message, stepId)),
];

/** Patterns and schemas that no run could use. */
const assertionIssues = ({ steps, checks }: DraftedCase): DraftIssue[] => [
  ...steps.flatMap((step, i) =>
    step.kind === 'assert' && 'type' in step.assertion
      ? [...assertionFaults(step.assertion, '')].map(({ path, message }) =>
          draftIssue('unsupported_workflow', `The assertion of step ${i + 1}: ${path} ${message}.`, step.id),
        )
      : [],
  ),
  ...[...assertionListFaults(checks?.list, '/checks/list')].map(({ path, message }) =>
    draftIssue('unsupported_workflow', `${path} ${message}.`),
  ),
];
