import type { Fault } from './fault.ts';

/** What of a suite decides how it is graded. */
export interface GradingSettings { minimumAccuracy?: number; repetitions?: number; passThreshold?: number }

/** Whether a suite grades per case, instead of being decided on its accuracy. */
export const isPerCase = ({ repetitions, passThreshold }: Pick<GradingSettings, 'repetitions' | 'passThreshold'>): boolean =>
  repetitions !== undefined && passThreshold !== undefined;

/** The first rule that a suite's settings break together; `path` is where they stand. */
export function settingsFault({ minimumAccuracy, repetitions, passThreshold }: GradingSettings, path: string): Fault | undefined {
  if (repetitions === undefined && passThreshold === undefined) return undefined;
  if (passThreshold === undefined) return { path: `${path}/repetitions`, message: 'makes the suite grade per case only together with passThreshold' };
  if (repetitions === undefined) return { path: `${path}/passThreshold`, message: 'makes the suite grade per case only together with repetitions' };
  return minimumAccuracy === undefined ? undefined : { path: `${path}/minimumAccuracy`, message: 'does not go with repetitions and passThreshold: a suite that grades per case has no accuracy' };
}
