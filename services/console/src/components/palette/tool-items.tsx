import { useNavigate } from '@tanstack/react-router';
import { usePages } from '../../data/operations.ts';
import { useMayWrite } from '../../data/project-role.ts';
import { writeCountOf } from '../../lib/format/numbers.ts';
import { visibleText } from '../../lib/visible-text.ts';
import type { PaletteItem } from './palette-item.ts';

/** A tool that a search found. */
export interface FoundTool {
  name: string;
  serverId: string;
  serverName: string;
}

/** The actions of a tool: calling it, and running only the cases that call it. Operations: listCasesByTool. */
export function useToolItems(projectId: string | undefined, tool: FoundTool | undefined): readonly PaletteItem[] {
  const navigate = useNavigate();
  const mayWrite = useMayWrite(projectId ?? '');
  const isOn = projectId !== undefined && tool !== undefined && mayWrite;
  const { items: uses = [] } = usePages(
    'listCasesByTool',
    { projectId: projectId ?? '', serverId: tool?.serverId ?? '' },
    { toolName: tool?.name, limit: 500 },
    { isOn },
  );
  if (!isOn) return [];
  const { name, serverId, serverName } = tool;
  const bySuite = Map.groupBy(uses, ({ suiteId }) => suiteId);
  return [
    {
      id: `call-${serverId}-${name}`,
      icon: 'tool',
      text: (
        <>
          Call <code>{visibleText(name)}</code>
        </>
      ),
      about: visibleText(serverName),
      take: () =>
        void navigate({
          to: '/p/$projectId/servers/$serverId/tools',
          params: { projectId, serverId },
          search: { tool: name },
        }),
    },
    ...[...bySuite].map(([suiteId, calls]): PaletteItem => {
      const ids = [...new Set(calls.map(({ caseId }) => caseId))];
      return {
        id: `run-${suiteId}-${name}`,
        icon: 'run',
        text: (
          <>
            Run only cases that call <code>{visibleText(name)}</code>
          </>
        ),
        about: `${visibleText(calls[0]!.suiteName)}, ${writeCountOf(ids.length, 'case')}`,
        take: () =>
          void navigate({
            to: '/p/$projectId/suites/$suiteId/launch',
            params: { projectId, suiteId },
            search: { cases: ids.join(',') },
          }),
      };
    }),
  ];
}
