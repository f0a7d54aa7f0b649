import type { Fault } from './fault.ts';

/** What of a suite decides how it is graded. */
export interface GradingSettings { minimumAccuracy?: number; repetitions?: number; passThreshold?: number }

/** Whether a suite grades per case, instead of being decided on its accuracy. */
export const isPerCase = ({ repetitions, passThreshold }: Pick<GradingSettings, 'repetitions' | 'passThreshold'>): boolean =>
  repetitions !== undefined && passThreshold !== undefined;

/** The rules that a suite's settings break together; `path` is where they stand. */
export function* settingsFaults({ minimumAccuracy, repetitions, passThreshold }: GradingSettings, path: string): Generator<Fault> {
  if (repetitions === undefined && passThreshold === undefined) return;
  if (passThreshold === undefined) yield { path: `${path}/repetitions`, message: 'makes the suite grade per case only together with passThreshold' };
  else if (repetitions === undefined) yield { path: `${path}/passThreshold`, message: 'makes the suite grade per case only together with repetitions' };
  else if (minimumAccuracy !== undefined) yield { path: `${path}/minimumAccuracy`, message: 'does not go with repetitions and passThreshold: a suite that grades per case has no accuracy' };
}
