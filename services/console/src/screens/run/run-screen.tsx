import { getRouteApi } from '@tanstack/react-router';
import type { EvalRun } from '@assay/sdk';
import type { ReactNode } from 'react';
import { ObjectPage } from '../../components/page/object-page.tsx';
import { Page } from '../../components/page/page.tsx';
import { CasesTab } from './cases/cases-tab.tsx';
import { ConfigurationTab } from './configuration/configuration-tab.tsx';
import { DecisionTab } from './decision/decision-tab.tsx';
import { RunDialogs, useRunKeys } from './dialogs/run-actions.tsx';
import { ExportsTab } from './exports/exports-tab.tsx';
import { InsightsTab } from './insights/insights-tab.tsx';
import { JudgeTab } from './judge/judge-tab.tsx';
import { useRun } from './use-run.ts';

const route = getRouteApi('/shell/p/$projectId/runs/$runId');

const TABS: Record<string, (props: { run: EvalRun }) => ReactNode> = {
  cases: CasesTab,
  decision: DecisionTab,
  insights: InsightsTab,
  judge: JudgeTab,
  configuration: ConfigurationTab,
  exports: ExportsTab,
};
const WORDS: Record<string, string> = {
  decision: 'Decision',
  insights: 'Insights',
  judge: 'Judge',
  configuration: 'Configuration',
  exports: 'Exports',
};
/** The request that each tab is made of. */
const REQUESTS: Record<string, string> = {
  decision: 'getEvalRunDecisionSummary',
  configuration: 'getEvalRunConfiguration',
  exports: 'exportEvalRunMarkdown',
};

/**
 * A run, while it goes on and decided. Operations: getEvalRun, streamEvalRunEvents, and the operations of its tabs.
 */
export function RunScreen() {
  const { projectId, runId } = route.useParams();
  const { tab = 'cases', base } = route.useSearch();
  const asked = useRun(projectId, runId);
  const Tab = TABS[tab]!;
  return (
    <ObjectPage of={asked} what="run">
      {(run) => (
        <RunPage
          key={run.id}
          run={run}
          tab={tab}
          request={{
            operation: REQUESTS[tab] ?? 'getEvalRun',
            params: { projectId, runId },
            query: tab === 'configuration' && base !== undefined ? { baseRunId: base } : {},
          }}
        >
          <Tab run={run} />
        </RunPage>
      )}
    </ObjectPage>
  );
}

function RunPage({
  run,
  tab,
  request,
  children,
}: {
  run: EvalRun;
  tab: string;
  request: { operation: string; params: Record<string, string>; query: Record<string, unknown> };
  children: ReactNode;
}) {
  const { projectId } = route.useParams();
  const keys = useRunKeys(run);
  const name = `Run ${run.runNumber}`;
  const own = { to: '/p/$projectId/runs/$runId', params: { projectId, runId: run.id } } as const;
  return (
    <Page
      title={`${name}${WORDS[tab] ? `, ${WORDS[tab]}` : ''}: ${run.sentence.split('.')[0]!.toLowerCase()}`}
      crumbs={[
        { text: 'Suites', to: { to: '/p/$projectId/suites', params: { projectId } } },
        {
          text: run.suiteName,
          to: { to: '/p/$projectId/suites/$suiteId', params: { projectId, suiteId: run.suiteId } },
        },
        ...(WORDS[tab] ? [{ text: name, to: own }, { text: WORDS[tab] }] : [{ text: name }]),
      ]}
      request={request}
      keys={keys}
    >
      {children}
      <RunDialogs run={run} />
    </Page>
  );
}
