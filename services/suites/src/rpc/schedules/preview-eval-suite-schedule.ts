import { refuseFault } from '@assay/contract/fault';
import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { previewSchedule } from '../../domain/schedules/schedule-preview.ts';
import { scheduleFault, timingAfter } from '../../domain/schedules/schedule.ts';
import { findScheduledSuite } from '../../store/suites/scheduled-suites.ts';

const TICKS = 5;

export const previewEvalSuiteSchedule = ({ pool }: Deps) =>
  handle(operations.previewEvalSuiteSchedule, async (_caller, { projectId, suiteId }, { ticks = TICKS, ...change }) => {
    const found = await findScheduledSuite(pool, projectId, suiteId);
    if (!found) throw notFound('suite');
    const saved = found.schedule;
    refuseFault(scheduleFault(saved?.timing, { enabled: true, ...change }));
    const timing = timingAfter(saved?.timing, { enabled: true, ...change })!;
    const due = timing === saved?.timing ? (saved.nextDueAt ?? undefined) : undefined;
    return previewSchedule(timing, { now: new Date(), due, count: ticks });
  });
