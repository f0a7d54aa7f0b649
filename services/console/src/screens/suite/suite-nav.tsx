import { Tabs } from '../../components/tabs/tabs.tsx';
import { useOperation } from '../../data/operations.ts';
import { suiteTabLink, suiteTabs, type SuiteRead, type SuiteTabId } from './suite-tab.ts';

/** The newest runs of a suite: its page, its tabs and its trend read them once. */
export const useSuiteRuns = ({ projectId, id: suiteId }: Pick<SuiteRead, 'projectId' | 'id'>) =>
  useOperation('listEvalSuiteRuns', { projectId, suiteId }, { limit: 100 });

/** The cases of a suite, as many as a page has. */
export const useSuiteCases = ({ projectId, id: suiteId }: Pick<SuiteRead, 'projectId' | 'id'>) =>
  useOperation('listEvalCases', { projectId, suiteId }, { limit: 1000 });

/** The tabs of a suite with their counts. */
export function SuiteNav({ suite, tab }: { suite: SuiteRead; tab: SuiteTabId }) {
  const address = { projectId: suite.projectId, suiteId: suite.id };
  const cases = useSuiteCases(suite);
  const runs = useSuiteRuns(suite);
  const drafts = useOperation('listEvalCaseDrafts', address, { limit: 1 });
  const newestRun = runs.data?.items[0]?.runNumber;
  const counts: Partial<Record<SuiteTabId, number | undefined>> = {
    cases: cases.data && cases.data.nextCursor === undefined ? cases.data.items.length : undefined,
    runs: newestRun,
    drafts: drafts.data?.counts?.drafts,
    environments: suite.environmentIds.length,
    revisions: suite.revisionNumber,
  };
  return (
    <Tabs
      label="Parts of the suite"
      current={tab}
      tabs={suiteTabs.map(([id, word]) => ({
        id,
        word,
        count: counts[id] === 0 ? undefined : counts[id],
        to: suiteTabLink(suite, id),
      }))}
    />
  );
}
