import type { IngestIterations, ReportIngest, StartIngest } from '@assay/contract/documents/ingest';
import { invalid } from '@assay/contract/problem';
import { checkPercent } from '../launch-shape.ts';
import { refuse } from '../refuse.ts';

/** The largest body that is read, in bytes. */
const MAX_BODY = 5 * 1024 * 1024;

/** @throws VALIDATION_ERROR for a body that is not to be parsed at all. */
export function checkSize({ length }: Uint8Array): void {
  if (length > MAX_BODY) throw invalid(`The body is larger than ${MAX_BODY} bytes; send the results in several chunks.`, { maxBytes: MAX_BODY });
}

/** What a schema cannot say of a run that begins. */
export function checkRun({ passCriteria }: StartIngest): void {
  checkPercent(passCriteria?.minimumPassRate, '/passCriteria/minimumPassRate');
}

/** Results come in the body, or from an artifact. */
export function checkSource({ results, artifact }: Pick<ReportIngest | IngestIterations, 'results' | 'artifact'>): void {
  if (!results && !artifact) throw refuse('/results', 'is required unless artifact is given');
  if (results && artifact) throw refuse('/artifact', 'cannot be combined with results');
}
