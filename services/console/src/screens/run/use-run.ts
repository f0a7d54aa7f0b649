import { useQueryClient } from '@tanstack/react-query';

import type { EvalRun, EvalRunEvent } from '@assay/sdk';
import { client } from '../../data/client.ts';
import { operationQuery, useOperation } from '../../data/operations.ts';
import { useLive } from '../../data/use-live.ts';
import { RUN_FIELDS } from './run-fields.ts';
import { isUnderWay } from './run-words.tsx';
import { applyProgress } from './cases/live-cases.ts';

/**
 * A run, followed while it goes on: its figures and the trials of the cases that were read change in place, at most four
 * times a second.
 */
export function useRun(projectId: string, runId: string) {
  const cache = useQueryClient();
  const asked = useOperation('getEvalRun', { projectId, runId }, { fields: RUN_FIELDS });
  const isOpen = asked.data !== undefined && isUnderWay(asked.data);
  const { queryKey } = operationQuery('getEvalRun', { projectId, runId }, { fields: RUN_FIELDS });
  useLive<EvalRunEvent>({
    open: isOpen ? (options) => client.streamEvalRunEvents({ projectId, runId }, options) : undefined,
    key: `run ${runId}`,
    onEvents: (events) => {
      applyProgress(cache, runId, events);
      const run = events.findLast((event) => event.type === 'run');
      if (run) cache.setQueryData<EvalRun>(queryKey, (old) => old && { ...old, ...run.data });
      if (!events.some((event) => event.type === 'end')) return;
      for (const changed of ['getEvalRun', 'listEvalRunCases', 'getEvalRunGate', 'getEvalRunDecisionSummary'])
        void cache.invalidateQueries({ queryKey: [changed] });
    },
  });
  return asked;
}
