import { join } from 'node:path';
import type { Act } from './act.ts';
import { acts } from './acts.ts';
import { playAct, type ActReport } from './play-act.ts';
import { describeReports, writeReports } from './report.ts';
import { openStage, type Stage } from './stage.ts';

/* `npm run rehearse [-- <act> …]`: plays the life of an installation; without names, all acts. */

const REPORT = join(import.meta.dirname, '../dist/rehearsal.json');

const names = process.argv.slice(2);
const unknown = names.filter((name) => !acts.some((act) => act.name === name));
if (unknown.length > 0) {
  console.error(`There is no act ${unknown.join(', ')}; there are ${acts.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void interrupt());
const chosen = names.length > 0 ? acts.filter(({ name }) => names.includes(name)) : acts;
let stage: Stage | undefined;
const reports = await rehearse(chosen);
console.log(describeReports(reports));
process.exitCode = reports.some(({ faults }) => faults.length > 0) ? 1 : 0;

/** Plays acts one after the other, and writes their reports as it goes. */
async function rehearse(chosen: Act[]): Promise<ActReport[]> {
  const done: ActReport[] = [];
  try {
    for (const act of chosen) {
      if (stage?.name !== act.stage) {
        await stage?.stop();
        stage = await openStage(act.stage);
      }
      console.log(`${act.name}: ${act.promise}`);
      const report = await playAct(act, stage);
      done.push(report);
      console.log(report.faults.length > 0 ? report.faults.map((fault) => `  ${fault}`).join('\n') : '  as promised');
      await writeReports(REPORT, done);
    }
  } finally {
    await stage?.stop();
  }
  return done;
}

/** Leaves no process behind. */
async function interrupt(): Promise<void> {
  await stage?.stop().catch(() => undefined);
  process.exit(1);
}
