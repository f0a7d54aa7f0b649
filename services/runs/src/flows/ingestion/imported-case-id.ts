import type { IngestResult } from '@assay/contract/areas/ingestion/documents';
import { derivedId } from '@assay/kit/id';

/** What decisions can name a case by. */
const CASE_ID = /^[A-Za-z0-9_-]{1,128}$/;

/** The case that a result is a trial of, known again in every run of the suite: by its id at the source, its id here, or its title. */
export function importedCaseId(suiteId: string, { externalCaseId, caseId, caseTitle }: IngestResult): string {
  if (externalCaseId !== undefined) return derivedId('case', `${suiteId} external ${externalCaseId}`);
  if (caseId === undefined) return derivedId('case', `${suiteId} title ${caseTitle}`);
  return CASE_ID.test(caseId) ? caseId : derivedId('case', `${suiteId} id ${caseId}`);
}
