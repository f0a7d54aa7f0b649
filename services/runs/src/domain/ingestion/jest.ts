import { jestReportFault, type JestFile, type JestReport } from './jest-report.ts';
import { faultProblem } from '@assay/contract/fault';
import type { ReportedTest } from './reported-test.ts';
import { testCounter } from './test-counter.ts';

/** The tests of a JSON report of Jest or Vitest, in their order. @throws VALIDATION_ERROR naming /artifact */
export function jestTests(text: string): ReportedTest[] {
  const report = parsed(text);
  const fault = jestReportFault(report);
  if (fault)
    throw faultProblem({
      path: '/artifact',
      message: `is not a report of Jest or Vitest: ${fault.path || 'it'} ${fault.message}`,
    });
  const count = testCounter();
  return (report as JestReport).testResults.flatMap((file) => testsOf(file, count));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const line = /\(line (\d+)/.exec((error as Error).message)?.[1];
    throw faultProblem(
      { path: '/artifact', message: `is not JSON${line === undefined ? '' : `: see line ${line}`}` },
      line === undefined ? {} : { line: Number(line) },
    );
  }
}

/** The tests of a file. A file that could not be loaded has no tests and counts as one failed test. */
function testsOf({ name = '', status, message = '', assertionResults }: JestFile, count: () => void): ReportedTest[] {
  // The folder of a checkout differs between machines; the file name does not.
  const file = name.split(/[\\/]/).at(-1)!;
  if (assertionResults.length === 0 && status !== 'failed') return [];
  if (assertionResults.length === 0) {
    count();
    return [
      {
        title: file || 'unnamed',
        id: file || 'unnamed',
        outcome: 'failed',
        ...failure([message]),
      },
    ];
  }
  return assertionResults.map((test) => {
    count();
    const title = (test.fullName || test.title).trim() || 'unnamed';
    return {
      title,
      id: file ? `${file} ${title}` : title,
      outcome: test.status === 'passed' || test.status === 'failed' ? test.status : 'skipped',
      ...(typeof test.duration === 'number' &&
        test.duration >= 0 &&
        test.duration < 1e9 && { durationMs: test.duration }),
      ...(test.status === 'failed' && failure(test.failureMessages ?? [])),
    };
  });
}

/** At most this much of a failure is read, in characters: twice the kept length, because colours take room. */
const READ = 40_000;

/**
 * Terminal commands: colours, links, titles. Each match begins at an ESC and ends before the next at the latest, so
 * that hostile text takes no longer than other text.
 */
// oxlint-disable-next-line no-control-regex
const COMMANDS = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]*[0-~])/g;

function failure(messages: string[]): Pick<ReportedTest, 'error' | 'details'> {
  const details = messages.join('\n').slice(0, READ).replace(COMMANDS, '').trim();
  return { error: details.split('\n', 1)[0]!, details };
}
