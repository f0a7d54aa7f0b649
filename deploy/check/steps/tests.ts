import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failed, root, type Outcome, type Step } from '../step.ts';

/** What jest writes of a run. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numRuntimeErrorTestSuites: number;
}

/** The whole of `npm test`, whose own output is shown as it comes, counted test by test. */
export const tests: Step = {
  name: 'tests',
  run: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-report-'));
    const file = join(folder, 'jest.json');
    try {
      // A test that failed may have left something open; the report is written by then, and the check has to end.
      const jest = spawn('npm', ['test', '--silent', '--', '--forceExit', '--json', `--outputFile=${file}`], {
        cwd: root,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const [code] = (await once(jest, 'close')) as [number | null];
      const report = await readFile(file, 'utf8').then(
        (text) => JSON.parse(text) as Report,
        () => undefined,
      );
      return report ? count(report, code) : failed('jest did not get as far as a report');
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

/** A file that does not even load has no tests to count, and jest may fail after the last test: both are failures. */
function count(
  { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites }: Report,
  code: number | null,
): Outcome {
  const bad = numFailedTests + numRuntimeErrorTestSuites;
  const outcome = { passed: numPassedTests, failed: bad, skipped: numPendingTests };
  return code !== 0 && bad === 0 ? { ...outcome, failed: 1, note: `jest ended with ${code}` } : outcome;
}
