import { join } from 'node:path';
import { COMPILE_CACHE } from '@assay/testkit/compile-cache';
import { acts } from './acts.ts';
import { rehearse } from './rehearse-acts.ts';
import { describeReport, describeReports, writeReports } from './report.ts';

/*
 * `npm run rehearse [-- <act> …]`: plays the life of an installation; without names, every act that this machine can play.
 * Exits with 1 when a promise was broken.
 */

const REPORT = join(import.meta.dirname, '../dist/rehearsal.json');

process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE;
const names = process.argv.slice(2);
const unknown = names.filter((name) => !acts.some((act) => act.name === name));
if (unknown.length > 0) {
  console.error(`There is no act ${unknown.join(', ')}; there are ${acts.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}
const wanted = acts.filter(({ name }) => names.length === 0 || names.includes(name));
for (const { name, impossible } of wanted) if (impossible) console.log(`${name} is left out: ${impossible}`);

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
const reports = await rehearse(
  wanted.filter(({ impossible }) => impossible === undefined),
  {
    signal: interrupted.signal,
    played: async (soFar) => {
      console.log(describeReport(soFar.at(-1)!));
      await writeReports(REPORT, soFar);
    },
  },
);
console.log(describeReports(reports));
process.exitCode = reports.some(({ faults }) => faults.length > 0) ? 1 : 0;
