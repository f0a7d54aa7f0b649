import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { describedSchedule } from '../../domain/schedules/schedule.ts';
import { toDetail } from '../../domain/suites/suite-view.ts';
import { findScheduledSuite } from '../../store/suites/scheduled-suites.ts';

export const getEvalSuite = ({ pool }: Deps) =>
  handle(operations.getEvalSuite, async (_caller, { projectId, suiteId }) => {
    const found = await findScheduledSuite(pool, projectId, suiteId);
    if (!found) throw notFound('suite');
    return toDetail(found.suite, describedSchedule(found.schedule));
  });
