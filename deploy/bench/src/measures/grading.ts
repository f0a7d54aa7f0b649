import { setImmediate } from 'node:timers/promises';
import { gradeIteration } from '@assay/grading/iteration/grade-iteration';
import { elapsedMs } from '../clock.ts';
import { measureInTurns, type Figure } from '../figures.ts';
import { largeTrial } from '../helpers/large-trial.ts';

const ROUNDS = { warmUps: 200, rounds: 201 };

/**
 * Grading a trial of 200 tool calls by 30 assertions, with schemas and patterns. As with a runner's report, the trial
 * is read from JSON each time.
 */
export async function measureGrading(): Promise<Figure[]> {
  const { frozen, suiteChecks, transcript } = largeTrial();
  const report = JSON.stringify(transcript);
  const product = async () => {
    const evidence = JSON.parse(report) as typeof transcript;
    await setImmediate();
    return elapsedMs(async () => gradeIteration(frozen, suiteChecks, evidence));
  };
  return [
    {
      ...(await measureInTurns(ROUNDS, { product })),
      name: 'grading 200 calls by 30 assertions',
      unit: 'ms',
      better: 'lower',
      target: { of: 'product', limit: 5 },
    },
  ];
}
