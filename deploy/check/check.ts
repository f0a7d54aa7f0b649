import { parseArgs } from 'node:util';
import { command, failed, sum, type Outcome, type Step } from './step.ts';
import { breaking } from './steps/breaking.ts';
import { chart } from './steps/chart.ts';
import { generate } from './steps/generate.ts';
import { tests } from './steps/tests.ts';

/** Everything that must hold before a change is merged, in the order in which a fault is cheapest to find. */
const steps: Step[] = [
  generate,
  breaking,
  command('format', 'oxfmt', ['--check']),
  command('types', 'tsc', ['-p', '.']),
  command('lint', 'oxlint', []),
  command('schema', 'node', ['deploy/local/src/schema.ts', '--check']),
  tests,
  chart,
];

/** All steps, or those that `--only types,lint` names. */
function chosen(): Step[] {
  const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;
  if (only === undefined) return steps;
  return only.split(',').map((name) => {
    const step = steps.find((candidate) => candidate.name === name);
    if (!step) throw new Error(`There is no step "${name}"; there are ${steps.map((each) => each.name).join(', ')}.`);
    return step;
  });
}

async function perform({ name, run }: Step): Promise<Outcome> {
  const started = performance.now();
  const outcome = await run().catch((error: Error) => failed(error.stack ?? error.message));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${name.padEnd(10)} ${seconds.padStart(6)} s   ${counts(outcome)}`);
  if (outcome.note) console.log(outcome.note.replace(/^/gm, '    '));
  return outcome;
}

const counts = ({ passed, failed: bad, skipped }: Outcome): string =>
  `${passed} passed, ${bad} failed${skipped ? `, ${skipped} skipped` : ''}`;

const outcomes: Outcome[] = [];
for (const step of chosen()) outcomes.push(await perform(step));
const total = sum(outcomes);
process.exitCode = total.failed ? 1 : 0;
console.log(counts(total));
