import type { EvalSchedulePreview } from '@assay/contract/areas/schedules/documents';
import { operations } from '@assay/contract/operations';
import { Problem } from '@assay/contract/problem';
import { AuthoringService } from '@assay/mesh/gen/assay/v1/suites';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import type { Launcher } from '../../domain/eval-runs/planned-run.ts';
import { monthOf, tickOf } from '../../domain/schedules/tick-cost.ts';
import { previewLaunch, refusalRecord } from '../../flows/run-groups/preview-launch.ts';

export const previewEvalSuiteSchedule = (deps: Deps) =>
  handle(operations.previewEvalSuiteSchedule, async ({ organizationId = '' }, { projectId, suiteId }, query) => {
    const { preview, environmentId } = await deps.suites.call(AuthoringService.previewSchedule, {
      projectId,
      suiteId,
      query: Buffer.from(JSON.stringify(query)),
    });
    const times = JSON.parse(preview.toString()) as Omit<EvalSchedulePreview, 'tick' | 'month'>;
    const tick = await tickCost(deps, { projectId, organizationId, source: 'schedule' }, suiteId, environmentId);
    return { ...times, tick, month: monthOf(tick, times.ticksPerMonth) };
  });

/** The cost of a tick; a suite that cannot be launched at all, such as an archived one, still has its times. */
async function tickCost(
  deps: Deps,
  launcher: Launcher,
  suiteId: string,
  environmentId: string,
): Promise<EvalSchedulePreview['tick']> {
  try {
    return tickOf(await previewLaunch(deps, launcher, suiteId, environmentId ? { targets: [{ environmentId }] } : {}));
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'CONFLICT') throw error;
    return { refusal: refusalRecord(error) };
  }
}
