import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Closers } from '@assay/local/closers';
import { judgeFigure, type Figure, type JudgedFigure } from './figures.ts';
import { measureAccess } from './measures/access.ts';
import { measureAsking } from './measures/asking.ts';
import { measureAuthoring } from './measures/authoring.ts';
import { measureBigTables } from './measures/big-tables.ts';
import { measureBrowser } from './measures/browser.ts';
import { measureChat } from './measures/chat.ts';
import { measureConsole } from './measures/console.ts';
import { measureEndurance } from './measures/endurance.ts';
import { measureEnvironments } from './measures/environments.ts';
import { measureGrading } from './measures/grading.ts';
import { measureHistory } from './measures/history.ts';
import { measureLargeResult } from './measures/large-result.ts';
import { measureLimits } from './measures/limits.ts';
import { measureQueue } from './measures/queue.ts';
import { measureReads } from './measures/reads.ts';
import { measureReports } from './measures/reports.ts';
import { measureIdle, measureStart } from './measures/start.ts';
import { measureScaleOut } from './measures/scale-out.ts';
import { measureStoring } from './measures/storing.ts';
import { measureSwarms } from './measures/swarms.ts';
import { measureThroughput } from './measures/throughput.ts';
import { describeMachine, printTable, writeReport } from './report.ts';
import { openStage, type Stage } from './stage.ts';

/** The pause before what was started meanwhile is stopped, in milliseconds. */
const AGAIN_MS = 500;
const LIMIT_MS = 20 * 60_000;
/** Ten million iterations take a quarter of an hour to be written on a quiet machine. */
const BIG_LIMIT_MS = 3 * 3_600_000;
const REPORT = join(import.meta.dirname, '../dist/bench.json');

/** Measures that need no running product, or start their own. */
const STANDALONE: Record<string, (scope: Closers) => Promise<Figure[]>> = {
  grading: measureGrading,
  start: measureStart,
  idle: measureIdle,
  access: measureAccess,
  'scale-out': measureScaleOut,
  chat: measureChat,
  browser: measureBrowser,
  console: measureConsole,
};
/** Measures of one running product. */
const STAGED: Record<string, (stage: Stage, scope: Closers) => Promise<Figure[]>> = {
  asking: measureAsking,
  throughput: measureThroughput,
  reads: measureReads,
  large: measureLargeResult,
  storing: measureStoring,
  authoring: measureAuthoring,
  environments: measureEnvironments,
  queue: measureQueue,
  limits: measureLimits,
  history: measureHistory,
  reports: measureReports,
  endurance: measureEndurance,
  swarms: measureSwarms,
};
/** Measures that take long, and run only by their name. */
const NAMED: Record<string, (scope: Closers) => Promise<Figure[]>> = {
  'big-tables': (closers) => measureBigTables(bigTables, closers),
};
const ALL = [...Object.keys(STANDALONE), ...Object.keys(STAGED), ...Object.keys(NAMED)];

/** Resources to close at the end, and resources to close after each measure. */
const [whole, scope] = [new Closers(), new Closers()];
/** Every service as its own process, in the measures of a running product. */
const APART = '--apart';
const isApart = process.argv.includes(APART);
/** The iterations of the large installation of `big-tables`. */
const ITERATIONS = '--iterations=';
const bigTables = Number(
  process.argv.find((each) => each.startsWith(ITERATIONS))?.slice(ITERATIONS.length) ?? 1_000_000,
);
const wanted = process.argv.slice(2).filter((name) => name !== APART && !name.startsWith(ITERATIONS));
const unknown = wanted.filter((name) => !ALL.includes(name));
if (unknown.length > 0)
  throw new Error(
    `There is no measure ${unknown.join(', ')}; there are ${ALL.join(', ')} and the options ${APART} and ${ITERATIONS}.`,
  );
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void abandon(`stopped by ${signal}`));
const limitMs = Object.keys(NAMED).some((name) => wanted.includes(name)) ? BIG_LIMIT_MS : LIMIT_MS;
setTimeout(() => void abandon(`not done after ${limitMs / 60_000} minutes`), limitMs).unref();

const before = describeMachine();
const judged: JudgedFigure[] = [];
const begun = performance.now();
let stopping: Promise<void> | undefined;
const measuring = measureAll();
try {
  await measuring;
  console.log(
    `${relative(process.cwd(), REPORT)} has every round; ${Math.round((performance.now() - begun) / 1_000)} s`,
  );
} finally {
  await stopAll();
}

async function measureAll(): Promise<void> {
  const measure = async (name: string, work: () => Promise<Figure[]>) => {
    if (!isWanted(name)) return;
    console.log(`measuring: ${name}`);
    const figures = (await work()).map(judgeFigure);
    judged.push(...figures);
    printTable(figures);
    await writeReport(REPORT, {
      machine: before,
      isApart,
      at: new Date().toISOString(),
      tookMs: performance.now() - begun,
      figures: judged,
    });
    await scope.stop();
  };
  for (const [name, work] of Object.entries(STANDALONE)) await measure(name, () => work(scope));
  for (const [name, work] of Object.entries(NAMED)) if (wanted.includes(name)) await measure(name, () => work(scope));
  if (!Object.keys(STAGED).some(isWanted)) return;
  const stage = await openStage(whole, isApart);
  for (const [name, work] of Object.entries(STAGED)) await measure(name, () => work(stage, scope));
}

/** Stops every process and removes temporary files, then fails with a reason. */
async function abandon(reason: string): Promise<void> {
  console.error(`The bench was ${reason}.`);
  await stopAll();
  process.exit(1);
}

/**
 * Stops everything once: a measure that fails because the bench is being stopped must not end the process before its files
 * are removed. What it goes on to start meanwhile is stopped, too, until the measure has ended.
 */
function stopAll(): Promise<void> {
  stopping ??= (async () => {
    const ended = measuring.then(
      () => true,
      () => true,
    );
    for (let isOver = false; !isOver;) {
      await scope.stop();
      await whole.stop();
      isOver = await Promise.race([ended, delay(AGAIN_MS, false)]);
    }
    await scope.stop();
    await whole.stop();
  })();
  return stopping;
}
