import type { EvalLaunchPreview, PreviewEvalLaunch } from '@assay/contract/areas/run-groups/launch-preview';
import type { RunGroupTarget } from '@assay/contract/areas/run-groups/documents';
import { given } from '@assay/contract/given';
import { Problem } from '@assay/contract/problem';
import type { Deps } from '../../deps.ts';
import { assertLaunchShape } from '../../domain/eval-runs/launch-shape.ts';
import type { Launcher } from '../../domain/eval-runs/planned-run.ts';
import type { SuiteSnapshot } from '../../domain/eval-runs/suite-snapshot.ts';
import { paceOf, priceOf, type SuitePace } from '../../domain/run-groups/launch-price.ts';
import { planTargets, refusedAt } from '../../domain/run-groups/run-group.ts';
import { findSuitePace } from '../../store/eval-runs/trial-history.ts';
import { findClockTime } from '../../store/eval-runs/tombstones.ts';
import { disclosureOf } from '../eval-runs/disclosure.ts';
import { assertCapacity } from '../eval-runs/launch.ts';
import { planLaunch, type PlannedLaunch } from '../eval-runs/plan-launch.ts';
import { freezeForLaunch } from '../eval-runs/suites.ts';

type TargetPreview = EvalLaunchPreview['targets'][number];

/** Says what a launch would do at each target, and its refusals, without a connection or a write. */
export async function previewLaunch(
  deps: Deps,
  launcher: Launcher,
  suiteId: string,
  request: PreviewEvalLaunch,
): Promise<EvalLaunchPreview> {
  const { pool } = deps;
  const { projectId } = launcher;
  const begunAt = await findClockTime(pool);
  const suite = await freezeForLaunch(deps.suites, projectId, suiteId);
  const pace = await findSuitePace(pool, projectId, suiteId);
  const looked = await Promise.all(
    (request.targets ?? [undefined]).map((target) =>
      look(deps, launcher, { suite, begunAt }, { request, target, pace }),
    ),
  );
  const whole = refusalOf(() => planTargets({ suiteId, targets: request.targets ?? [{ arm: { name: 'x' } }] }, ''));
  return {
    suiteId,
    suiteName: suite.name,
    suiteRevision: suite.revision,
    targets: looked.map(({ preview }) => preview),
    ...given({ refusal: whole, openRuns: looked.find(({ openRuns }) => openRuns)?.openRuns }),
  };
}

interface Asked {
  request: PreviewEvalLaunch;
  target: RunGroupTarget | undefined;
  pace: SuitePace;
}

async function look(
  deps: Deps,
  launcher: Launcher,
  shared: { suite: SuiteSnapshot; begunAt: Date },
  { request: { targets: _all, ...common }, target, pace }: Asked,
): Promise<{ preview: TargetPreview; openRuns?: EvalLaunchPreview['openRuns'] }> {
  const { arm, ...place } = target ?? {};
  const { name, ...choice } = arm ?? {};
  const asked = { target: { ...target, ...given({ name }) } };
  const body = { suiteId: shared.suite.suiteId, ...common, ...place, ...choice };
  try {
    assertLaunchShape(body);
    const planned = await planLaunch(deps, { launcher, body, shared, ...given({ arm: name }) });
    const refusal = refusalOf(() => assertCapacity(planned));
    return { ...previewOf(planned, pace, asked, refusal) };
  } catch (error) {
    if (error instanceof Problem)
      return { preview: { ...asked, refusal: refusalRecord(arm ? refusedAt(error, '/arm') : error) } };
    throw error;
  }
}

function previewOf(
  planned: PlannedLaunch,
  pace: SuitePace,
  asked: Pick<TargetPreview, 'target'>,
  refusal: TargetPreview['refusal'],
): { preview: TargetPreview; openRuns: EvalLaunchPreview['openRuns'] } {
  const { servers, models, cases, casesLeftOut, iterations, maxModelCalls, sentToModels, openRuns } =
    disclosureOf(planned);
  const { environment } = planned.run.spec;
  return {
    openRuns,
    preview: {
      target: { ...asked.target, name: asked.target.name ?? environment?.name ?? planned.answers.bundle.client.name },
      ...given({ environmentRevision: environment?.revision ?? undefined, refusal, casesLeftOut }),
      servers,
      models,
      cases,
      iterations,
      maxModelCalls,
      sentToModels,
      price: priceOf(planned.iterations, models, pace.costs),
      ...paceOf(iterations, pace),
    },
  };
}

function refusalOf(check: () => unknown): TargetPreview['refusal'] {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return refusalRecord(error);
    throw error;
  }
}

/** A refusal as previews tell it. */
export function refusalRecord({ code, message, details }: Problem): NonNullable<TargetPreview['refusal']> {
  const { reason, issues } = (details ?? {}) as { reason?: string; issues?: { path?: string }[] };
  return { code, message, ...given({ reason, path: issues?.[0]?.path }) };
}
