import { parseArgs } from 'node:util';
import { commandStep, failedOutcome, sumOutcomes, type StepOutcome, type CheckStep } from './step.ts';
import { breakingStep } from './steps/breaking.ts';
import { chartStep } from './steps/chart.ts';
import { clientsStep } from './steps/clients.ts';
import { generateStep } from './steps/generate.ts';
import { migrationsStep } from './steps/migrations.ts';
import { releaseStep } from './steps/release.ts';
import { testsStep } from './steps/tests.ts';

/**
 * Everything that must hold before a change is merged. The rounds run in sequence, because the first one writes files
 * that the second one reads. The lanes of a round run in parallel, the steps of a lane in sequence.
 */
const rounds: CheckStep[][][] = [
  // The chart has nothing generated in it.
  [[generateStep], [chartStep]],
  [
    [testsStep],
    [
      breakingStep,
      commandStep('format', 'oxfmt', ['--check']),
      commandStep('prose', 'node', ['deploy/check/prose.ts']),
      commandStep('expressions', 'node', ['deploy/check/expressions.ts']),
      commandStep('state', 'node', ['deploy/check/module-state.ts']),
      commandStep('tenants', 'node', ['deploy/check/stores/tenants.ts']),
      // Several checkers repeat each other's work, and the tests keep the other processors busy.
      commandStep('types', 'tsc', ['-p', '.', '--singleThreaded']),
      commandStep('page types', 'tsc', ['-p', 'packages/study-page/client']),
      commandStep('console types', 'tsc', ['-p', 'services/console', '--singleThreaded']),
      commandStep('lint', 'oxlint', []),
      commandStep('schema', 'node', ['deploy/local/src/schema.ts', '--check']),
      migrationsStep,
      releaseStep,
      clientsStep,
    ],
  ],
];

/** Whether a step is to run: every step, or only the steps that `--only types,lint` names. */
function choice(): (step: CheckStep) => boolean {
  const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;
  if (only === undefined) return () => true;
  const names = only.split(',');
  const known = rounds.flat(2).map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`There is no step "${unknown}"; there are ${known.join(', ')}.`);
  return ({ name }) => names.includes(name);
}

async function perform({ name, run }: CheckStep): Promise<StepOutcome> {
  const started = performance.now();
  const outcome = await run().catch((error: Error) => failedOutcome(error.stack ?? error.message));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${name.padEnd(10)} ${seconds.padStart(6)} s   ${counts(outcome)}`);
  if (outcome.note) console.log(outcome.note.replace(/^/gm, '    '));
  return outcome;
}

const counts = ({ passed, failed: bad, skipped }: StepOutcome): string =>
  `${passed} passed, ${bad} failed${skipped ? `, ${skipped} skipped` : ''}`;

async function performLane(steps: CheckStep[]): Promise<StepOutcome[]> {
  const found: StepOutcome[] = [];
  for (const step of steps) found.push(await perform(step));
  return found;
}

const isChosen = choice();
const outcomes: StepOutcome[] = [];
for (const lanes of rounds)
  outcomes.push(...(await Promise.all(lanes.map((steps) => performLane(steps.filter(isChosen))))).flat());
const total = sumOutcomes(outcomes);
process.exitCode = total.failed ? 1 : 0;
console.log(counts(total));
