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
      message: `is no report of Jest or Vitest: ${fault.path || 'it'} ${fault.message}`,
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
      { path: '/artifact', message: `is no JSON${line === undefined ? '' : `: see line ${line}`}` },
      line === undefined ? {} : { line: Number(line) },
    );
  }
}

/** A file that could not even be loaded has no tests; it counts as one that failed. */
function testsOf({ name = '', status, message = '', assertionResults }: JestFile, count: () => void): ReportedTest[] {
  // Where the checkout lies differs from machine to machine; what the file is called does not.
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

/** What of a failure is read, in characters: twice what is kept of it, as colours take room. */
const READ = 40_000;

/** What a terminal takes for a command: colours, links, titles. Each begins at an ESC and reads on to the next at most, so that hostile text takes no longer than other text. */
// oxlint-disable-next-line no-control-regex
const COMMANDS = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]*[0-~])/g;

function failure(messages: string[]): Pick<ReportedTest, 'error' | 'details'> {
  const details = messages.join('\n').slice(0, READ).replace(COMMANDS, '').trim();
  return { error: details.split('\n', 1)[0]!, details };
}
