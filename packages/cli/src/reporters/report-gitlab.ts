import { createHash } from 'node:crypto';
import { printJson } from '../output/print-json.ts';
import { visibleText } from '../output/visible-text.ts';
import { reasonsOf } from './print-case.ts';
import type { RunReport } from './run-report.ts';

/**
 * Runs as a code-quality report of GitLab: a finding for each case that did not pass. The format needs a file and a line,
 * so a run without a suite file is reported at line 1 of the name of its suite.
 */
export const reportGitlab = (reports: readonly RunReport[]): string =>
  printJson(
    reports.flatMap(({ run, cases, file }) =>
      cases.map((each) => ({
        description: [each.title, ...reasonsOf(each).map(([word, text]) => `${word} ${text}`)]
          .map((text) => visibleText(text))
          .join(': '),
        check_name: each.firstFailure?.assertion ?? each.outcome,
        fingerprint: createHash('sha256')
          .update([run.suiteId, each.caseId ?? each.testCaseId, each.model ?? ''].join('\n'))
          .digest('hex'),
        severity: each.outcome === 'failed' ? 'major' : 'minor',
        location: {
          path: file?.path ?? visibleText(run.suiteName),
          lines: { begin: file?.lineOf(each) ?? 1 },
        },
      })),
    ),
  );
