import type { IngestArtifact, IngestResult } from '@assay/contract/areas/ingestion/documents';
import { given } from '@assay/contract/given';
import { keptText } from '@assay/kit/text/kept-text';
import { faultProblem } from '@assay/contract/fault';
import { jestTests } from './jest.ts';
import { junitTests } from './junit.ts';

const MAX_TITLE = 500;
const MAX_DETAILS = 20_000;

const readers = { junit: junitTests, jest: jestTests, vitest: jestTests };

/** Parses an uploaded report into results. @throws VALIDATION_ERROR naming /artifact, with the line if it is known. */
export function resultsOf(bytes: Buffer, { storageId, format }: IngestArtifact): IngestResult[] {
  const tests = readers[format](textOf(bytes));
  if (tests.length === 0) throw faultProblem({ path: '/artifact', message: 'holds no test' });
  return tests.map(({ title, id, outcome, durationMs, error, details }, i) => ({
    caseTitle: keptText(title, MAX_TITLE),
    externalCaseId: keptText(id, MAX_TITLE),
    externalIterationId: `${storageId}.${i}`,
    passed: outcome === 'passed',
    ...(outcome === 'skipped' && { skipped: true }),
    ...given({ durationMs }),
    ...(error && { error: keptText(error, MAX_DETAILS) }),
    ...(details && { errorDetails: keptText(details, MAX_DETAILS) }),
  }));
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw faultProblem({ path: '/artifact', message: 'is not written in UTF-8' });
  }
}
