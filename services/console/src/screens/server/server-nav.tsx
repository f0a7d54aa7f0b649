import { useQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import { Tabs } from '../../components/tabs/tabs.tsx';
import { operationQuery } from '../../data/operations.ts';
import { serverTabs, type ServerRead, type ServerTabId } from './server-tab.ts';
import { useLatestSurface } from './use-latest-surface.ts';

/**
 * The tabs of a server. They count the surface that was recorded last, and the lint that this page
 * has read already: no count asks the server.
 */
export function ServerNav({ server, tab }: { server: ServerRead; tab: ServerTabId }) {
  const address = { projectId: server.projectId, serverId: server.id };
  const { surfaces, surface } = useLatestSurface(address);
  const lint = useQuery({ ...operationQuery('lintServer', address, {}), enabled: false });
  const changes = surfaces.data && surfaces.data.items.length > 1 ? surfaces.data.items.length : undefined;
  const counts: Partial<Record<ServerTabId, number | undefined>> = {
    tools: surface?.tools.length,
    resources: surface?.resources.length,
    prompts: surface?.prompts.length,
    lint: lint.data && 'findings' in lint.data ? lint.data.findings.length : undefined,
    drift: changes,
  };
  return (
    <Tabs
      label="Parts of the server"
      current={tab}
      tabs={serverTabs.map(([id, word]) => ({ id, word, count: counts[id], to: serverTabLink(address, id) }))}
    />
  );
}

/** The address of a tab. */
export function serverTabLink(
  { projectId, serverId }: { projectId: string; serverId: string },
  tab: ServerTabId,
): LinkProps {
  const params = { projectId, serverId };
  if (tab === 'tools') return { to: '/p/$projectId/servers/$serverId/tools', params };
  if (tab === 'access') return { to: '/p/$projectId/servers/$serverId/oauth', params };
  return { to: '/p/$projectId/servers/$serverId', params, search: tab === 'doctor' ? {} : { tab } };
}
