import type { IngestResult } from '@assay/contract/areas/ingestion/documents';
import { derivedId } from '@assay/kit/id';

/** Ids that decisions accept for a case. */
const CASE_ID = /^[A-Za-z0-9_-]{1,128}$/;

/** The case id of a result, stable over all runs of the suite: from its external id, its id here, or its title. */
export function importedCaseId(suiteId: string, { externalCaseId, caseId, caseTitle }: IngestResult): string {
  if (externalCaseId !== undefined) return derivedId('case', `${suiteId} external ${externalCaseId}`);
  if (caseId === undefined) return derivedId('case', `${suiteId} title ${caseTitle}`);
  return CASE_ID.test(caseId) ? caseId : derivedId('case', `${suiteId} id ${caseId}`);
}
