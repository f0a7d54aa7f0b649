import { operations } from '@assay/contract/operations';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { describedSchedule } from '../../domain/schedules/schedule.ts';
import { listSchedules } from '../../store/schedules/schedule-ticks.ts';

export const listProjectSchedules = ({ pool, cursors }: Deps) =>
  handle(operations.listProjectSchedules, async (_caller, { projectId }, query) => {
    const page = await pageOfList(operations.listProjectSchedules, cursors, query, {
      name: `schedules of ${projectId} ${query.suiteId ?? ''}`,
      find: (after: [string, string] | undefined, limit) =>
        listSchedules(pool, { projectId, suiteId: query.suiteId }, after, limit),
      positionOf: ({ suiteName, suiteId }) => [suiteName, suiteId],
    });
    return {
      ...page,
      items: page.items.map((listed) => ({ ...listed, schedule: describedSchedule(listed.schedule) })),
    };
  });
