import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failedOutcome, repositoryRoot, type StepOutcome, type CheckStep } from '../step.ts';

/** The fields of jest's report that are read. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numRuntimeErrorTestSuites: number;
}

/** Runs the whole of `npm test`, shows its output as it comes, and counts test by test. */
export const testsStep: CheckStep = {
  name: 'tests',
  run: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-report-'));
    const file = join(folder, 'jest.json');
    try {
      // A failed test may have left handles open. The report is written by then, and the check has to end.
      const jest = spawn('npm', ['test', '--silent', '--', '--forceExit', '--json', `--outputFile=${file}`], {
        cwd: repositoryRoot,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const [code] = (await once(jest, 'close')) as [number | null];
      const report = await readFile(file, 'utf8').then(
        (text) => JSON.parse(text) as Report,
        () => undefined,
      );
      return report ? count(report, code) : failedOutcome('jest ended before it wrote its report');
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

/** A file that does not load has no tests to count, and jest may fail after the last test: both count as failures. */
function count(
  { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites }: Report,
  code: number | null,
): StepOutcome {
  const bad = numFailedTests + numRuntimeErrorTestSuites;
  const outcome = { passed: numPassedTests, failed: bad, skipped: numPendingTests };
  return code !== 0 && bad === 0 ? { ...outcome, failed: 1, note: `jest ended with ${code}` } : outcome;
}
