import type { JudgeInput } from '@assay/contract/areas/suites/settings';
import type { Fault } from '@assay/contract/fault';

/** The settings of a suite that decide how it is graded. */
export interface GradingSettings {
  minimumAccuracy?: number;
  repetitions?: number;
  passThreshold?: number;
  judge?: JudgeInput;
}

/** Whether a suite uses per-case grading, instead of suite-wide accuracy. */
export const isPerCase = ({
  repetitions,
  passThreshold,
}: Pick<GradingSettings, 'repetitions' | 'passThreshold'>): boolean =>
  repetitions !== undefined && passThreshold !== undefined;

/** The first rule that a suite's settings break together; `path` is their path. */
export const settingsFault = (settings: GradingSettings, path: string): Fault | undefined =>
  gradingFault(settings, path) ?? (settings.judge && judgeFault(settings.judge, `${path}/judge`));

function gradingFault(
  { minimumAccuracy, repetitions, passThreshold }: GradingSettings,
  path: string,
): Fault | undefined {
  if (repetitions === undefined && passThreshold === undefined) return undefined;
  if (passThreshold === undefined)
    return { path: `${path}/repetitions`, message: 'makes the suite grade per case only together with passThreshold' };
  if (repetitions === undefined)
    return { path: `${path}/passThreshold`, message: 'makes the suite grade per case only together with repetitions' };
  return minimumAccuracy === undefined
    ? undefined
    : {
        path: `${path}/minimumAccuracy`,
        message: 'does not go with repetitions and passThreshold: a suite that grades per case has no accuracy',
      };
}

function judgeFault({ role, autoRun, severity, rubric }: JudgeInput, path: string): Fault | undefined {
  if (role === 'gating' && !autoRun)
    return {
      path: `${path}/role`,
      message: 'can be gating only together with autoRun: a gating judge is asked about every run',
    };
  if (role === 'gating' && severity === 'warn')
    return { path: `${path}/severity`, message: 'goes with an advisory judge only' };
  return rubricFault(rubric, `${path}/rubric`);
}

/** A criterion is identified by its id, so ids are unique. */
export function rubricFault(rubric: JudgeInput['rubric'], path: string): Fault | undefined {
  const ids = rubric?.criteria.map(({ id }) => id) ?? [];
  const twice = ids.findIndex((id, i) => ids.indexOf(id) < i);
  return twice < 0 ? undefined : { path: `${path}/criteria/${twice}/id`, message: 'is the id of an earlier criterion' };
}
