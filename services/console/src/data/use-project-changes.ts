import { useQueryClient } from '@tanstack/react-query';
import { client } from './client.ts';
import type { OperationId } from './operations.ts';
import { useLive } from './use-live.ts';

type ProjectEvent = Awaited<ReturnType<ReturnType<typeof client.streamProjectEvents>['next']>>['value'];
type ProjectPart = Extract<ProjectEvent, { type: 'changed' }>['data']['parts'][number];

/** The reads that a change of a part of a project makes old. What needs a person may change with any part. */
const reads: Record<ProjectPart, readonly OperationId[]> = {
  servers: ['listProjectServers', 'listServerChanges'],
  suites: ['listEvalSuites'],
  drafts: ['listEvalCaseDrafts', 'listEvalAuthoringJobs'],
  schedules: ['listProjectSchedules'],
  runs: ['listEvalRuns', 'listEvalSuiteRuns', 'listEvalSuites', 'listProjectSchedules'],
  waves: [],
  environments: ['listEnvironments'],
};

/** Reads lists of the project again when parts of it change. Operations: streamProjectEvents. */
export function useProjectChanges(projectId: string | undefined): void {
  const cache = useQueryClient();
  useLive({
    open: projectId === undefined ? undefined : (options) => client.streamProjectEvents({ projectId }, options),
    key: `project ${projectId}`,
    rests: true,
    onEvents: (events) => {
      const parts = new Set(events.flatMap(({ data }) => data.parts));
      if (parts.size === 0) return;
      const old = new Set<OperationId>(['getProjectAttention', ...[...parts].flatMap((part) => reads[part] ?? [])]);
      for (const id of old) void cache.invalidateQueries({ queryKey: [id] });
    },
  });
}
