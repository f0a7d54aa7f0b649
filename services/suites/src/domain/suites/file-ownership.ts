import { conflict, reasons } from '@assay/contract/problem';
import type { StoredSuite } from './suite-record.ts';

/**
 * A suite that belongs to a file is changed only by that file: throws CONFLICT unless `declaredSuiteId` is the suite's
 * own.
 */
export function assertWritable(
  { managedBy, declaredId }: Pick<StoredSuite, 'managedBy' | 'declaredId'>,
  declaredSuiteId: string,
): void {
  if (managedBy !== 'ci' || declaredId === declaredSuiteId) return;
  throw conflict('The suite belongs to a file and only changes with it.', { reason: reasons.CI_OWNED_SUITE_READ_ONLY });
}
