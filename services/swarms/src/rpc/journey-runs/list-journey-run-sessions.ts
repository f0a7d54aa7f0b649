import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toRunSession } from '../../domain/journey-runs/session-view.ts';
import { findRun } from '../../store/journey-runs/journey-runs.ts';
import { listSessions } from '../../store/journey-runs/sessions.ts';

export const listJourneyRunSessions = ({ pool, cursors }: Deps) =>
  handle(operations.listJourneyRunSessions, async (_caller, { projectId, runId }, query) => {
    const [run, page] = await Promise.all([
      findRun(pool, projectId, runId),
      pageOfList(operations.listJourneyRunSessions, cursors, query, {
        name: `sessions of ${runId}`,
        find: (after: [number] | undefined, limit) => listSessions(pool, runId, after?.[0] ?? -1, limit),
        positionOf: ({ position }) => [position],
      }),
    ]);
    if (!run) throw notFound('journey run');
    return { ...page, items: page.items.map((session) => toRunSession(run, session)) };
  });
