import { lazy, Suspense, type ComponentType } from 'react';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { ObjectPage } from '../../components/page/object-page.tsx';
import { useOperation } from '../../data/operations.ts';
import type { ServerTabId, ServerTabProps } from './server-tab.ts';

const route = getRouteApi('/shell/p/$projectId/servers/$serverId');

const tabs: Partial<Record<ServerTabId, ComponentType<ServerTabProps>>> = {
  doctor: lazy(async () => ({ default: (await import('./doctor-tab.tsx')).DoctorTab })),
  resources: lazy(async () => ({ default: (await import('../server-resources/resources-tab.tsx')).ResourcesTab })),
  prompts: lazy(async () => ({ default: (await import('../server-resources/resources-tab.tsx')).ResourcesTab })),
  lint: lazy(async () => ({ default: (await import('../server-lint/lint-tab.tsx')).LintTab })),
  drift: lazy(async () => ({ default: (await import('../server-drift/drift-tab.tsx')).DriftTab })),
  readiness: lazy(async () => ({ default: (await import('../server-readiness/readiness-tab.tsx')).ReadinessTab })),
  conformance: lazy(async () => ({
    default: (await import('../server-conformance/conformance-tab.tsx')).ConformanceTab,
  })),
  settings: lazy(async () => ({ default: (await import('../server-settings/settings-tab.tsx')).SettingsTab })),
};

/** A server, with its tabs; the tabs Tools and Access have addresses of their own. Operations: getProjectServer. */
export function ServerScreen() {
  const params = route.useParams();
  const { tab = 'doctor' } = route.useSearch();
  const server = useOperation('getProjectServer', params);
  if (tab === 'tools') return <Navigate to="/p/$projectId/servers/$serverId/tools" params={params} replace />;
  if (tab === 'access') return <Navigate to="/p/$projectId/servers/$serverId/oauth" params={params} replace />;
  const Tab = tabs[tab]!;
  return (
    <ObjectPage of={server} what="server">
      {(data) => (
        <Suspense>
          <Tab server={data} />
        </Suspense>
      )}
    </ObjectPage>
  );
}
