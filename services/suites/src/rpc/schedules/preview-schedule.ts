import { PreviewEvalSuiteSchedule } from '@assay/contract/areas/schedules/documents';
import { refuseFault } from '@assay/contract/fault';
import { notFound } from '@assay/contract/problem';
import type { PreviewScheduleRequest, SchedulePreview } from '@assay/mesh/gen/assay/v1/suites';
import { parser } from '@assay/kit/json/parse';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { previewSchedule as preview } from '../../domain/schedules/schedule-preview.ts';
import { scheduleFault, timingAfter } from '../../domain/schedules/schedule.ts';
import { assertEnvironmentAttached } from '../../domain/suites/suite-targets.ts';
import { findScheduledSuite } from '../../store/suites/scheduled-suites.ts';

const TICKS = 5;
const parse = parser(PreviewEvalSuiteSchedule);

/** The next ticks of a schedule as it is saved or would be, and the environment that their runs use. */
export const previewSchedule =
  ({ pool }: Deps): RpcHandler<PreviewScheduleRequest, SchedulePreview> =>
  async ({ projectId, suiteId, query }) => {
    const { ticks = TICKS, environmentId, ...change } = parse(query);
    const found = await findScheduledSuite(pool, projectId, suiteId);
    if (!found) throw notFound('suite');
    const { suite, schedule: saved } = found;
    refuseFault(scheduleFault(saved?.timing, { enabled: true, ...change }));
    if (environmentId !== undefined) assertEnvironmentAttached(suite.body, environmentId);
    const timing = timingAfter(saved?.timing, { enabled: true, ...change })!;
    const due = timing === saved?.timing ? (saved.nextDueAt ?? undefined) : undefined;
    return {
      preview: Buffer.from(JSON.stringify(preview(timing, { now: new Date(), due, count: ticks }))),
      environmentId: environmentId ?? saved?.environmentId ?? '',
    };
  };
