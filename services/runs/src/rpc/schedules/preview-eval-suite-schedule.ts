import type { EvalSchedulePreview } from '@assay/contract/areas/schedules/documents';
import { operations } from '@assay/contract/operations';
import { AuthoringService } from '@assay/mesh/gen/assay/v1/suites';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { monthOf, tickOf } from '../../domain/schedules/tick-cost.ts';
import { previewLaunch } from '../../flows/run-groups/preview-launch.ts';

export const previewEvalSuiteSchedule = (deps: Deps) =>
  handle(operations.previewEvalSuiteSchedule, async ({ organizationId = '' }, { projectId, suiteId }, query) => {
    const { preview, environmentId } = await deps.suites.call(AuthoringService.previewSchedule, {
      projectId,
      suiteId,
      query: Buffer.from(JSON.stringify(query)),
    });
    const times = JSON.parse(preview.toString()) as Omit<EvalSchedulePreview, 'tick' | 'month'>;
    const launcher = { projectId, organizationId, source: 'schedule' as const };
    const launch = await previewLaunch(deps, launcher, suiteId, environmentId ? { targets: [{ environmentId }] } : {});
    const tick = tickOf(launch);
    return { ...times, tick, month: monthOf(tick, times.ticksPerMonth) };
  });
