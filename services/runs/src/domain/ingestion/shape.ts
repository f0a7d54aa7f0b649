import { asName } from '@assay/contract/as-name';
import type { IngestIterations, ReportIngest, StartIngest } from '@assay/contract/areas/ingestion/documents';
import { nestingFault } from '@assay/suite-file/rules/nesting';
import { assertPercent } from '../eval-runs/launch-shape.ts';
import { faultProblem } from '@assay/contract/fault';

/** Refuses a run for reasons that a schema cannot express. */
export function assertIngestedRun({ suiteName, passCriteria }: StartIngest): void {
  if (asName(suiteName) === '') throw faultProblem({ path: '/suiteName', message: 'must not be blank' });
  assertPercent(passCriteria?.minimumPassRate, '/passCriteria/minimumPassRate');
}

/** Refuses a request unless its results come from either the body or an artifact. */
export function assertResultSource({
  results,
  artifact,
}: Pick<ReportIngest | IngestIterations, 'results' | 'artifact'>): void {
  if (!results && !artifact) throw faultProblem({ path: '/results', message: 'is required unless artifact is given' });
  if (results && artifact) throw faultProblem({ path: '/artifact', message: 'cannot be combined with results' });
  results?.forEach((result, i) => {
    const fault = nestingFault(result, `/results/${i}`);
    if (fault) throw faultProblem({ path: fault.path, message: fault.message });
  });
}
