import { lazy, Suspense, type ComponentType } from 'react';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { ObjectPage } from '../../components/page/object-page.tsx';
import { useOperation } from '../../data/operations.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { SuiteNav } from './suite-nav.tsx';
import type { SuiteTabId, SuiteTabProps } from './suite-tab.ts';

const route = getRouteApi('/shell/p/$projectId/suites/$suiteId');

const DraftsTab = lazy(async () => {
  const { SuiteDrafts } = await import('../suite-drafts/suite-drafts.tsx');
  return {
    default: ({ suite }: SuiteTabProps) => (
      <SuiteDrafts
        projectId={suite.projectId}
        suiteId={suite.id}
        suiteName={visibleText(suite.name)}
        tabs={<SuiteNav suite={suite} tab="drafts" />}
      />
    ),
  };
});

const tabs: Record<SuiteTabId, ComponentType<SuiteTabProps>> = {
  cases: lazy(async () => ({ default: (await import('./cases-tab.tsx')).CasesTab })),
  runs: lazy(async () => ({ default: (await import('./runs-tab.tsx')).RunsTab })),
  drafts: DraftsTab,
  environments: lazy(async () => ({ default: (await import('./environments-tab.tsx')).EnvironmentsTab })),
  schedule: lazy(async () => ({ default: (await import('../suite-schedule/schedule-tab.tsx')).ScheduleTab })),
  judge: lazy(async () => ({ default: (await import('../suite-judge/judge-tab.tsx')).JudgeTab })),
  revisions: lazy(async () => ({ default: (await import('../suite-revisions/revisions-tab.tsx')).RevisionsTab })),
  file: lazy(async () => ({ default: (await import('../suite-file/file-tab.tsx')).FileTab })),
};

/** A suite, with its tabs; the sheet of a launch opens over it. Operations: getEvalSuite. */
export function SuiteScreen() {
  const { projectId, suiteId } = route.useParams();
  const { tab = 'cases' } = route.useSearch();
  const suite = useOperation('getEvalSuite', { projectId, suiteId }, {});
  const Tab = tabs[tab];
  return (
    <>
      <ObjectPage of={suite} what="suite">
        {(data) => (
          <Suspense>
            <Tab key={data.id} suite={data} />
          </Suspense>
        )}
      </ObjectPage>
      <Outlet />
    </>
  );
}
