import type { LinkProps } from '@tanstack/react-router';
import type { ReplyOf } from '../../data/operations.ts';

/** A suite as its page reads it. */
export type SuiteRead = ReplyOf<'getEvalSuite'>;

/** The tabs of a suite with their words, in their order. */
export const suiteTabs = [
  ['cases', 'Cases'],
  ['runs', 'Runs'],
  ['drafts', 'Drafts'],
  ['environments', 'Environments'],
  ['schedule', 'Schedule'],
  ['judge', 'Judge and gate'],
  ['revisions', 'Revisions'],
  ['file', 'File'],
] as const;

export type SuiteTabId = (typeof suiteTabs)[number][0];

/** The properties of a tab of the suite's page. */
export interface SuiteTabProps {
  suite: SuiteRead;
}

/** The address of a tab; the tab of the cases has the address of the suite. */
export const suiteTabLink = (
  { projectId, id: suiteId }: Pick<SuiteRead, 'projectId' | 'id'>,
  tab: SuiteTabId,
): LinkProps => ({
  to: '/p/$projectId/suites/$suiteId',
  params: { projectId, suiteId },
  search: tab === 'cases' ? {} : { tab },
});
