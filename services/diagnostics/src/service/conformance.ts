import { ConformanceService } from '@assay/contract/gen/assay/v1/conformance';
import { notYet } from '@assay/kit/not-yet';
import { implement, type Implementation } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';

/** Holds servers against the protocol's official suite. */
export const conformance = (_deps: Deps): Implementation[] => [implement(ConformanceService, {
  startConformanceRun: notYet,
  listConformanceRuns: notYet,
  getConformanceRun: notYet,
  cancelConformanceRun: notYet,
  getConformanceReport: notYet,
  reportConformanceRun: notYet,
  startConformanceIngestRun: notYet,
  upsertConformanceIngestReport: notYet,
  heartbeatConformanceIngestRun: notYet,
  finalizeConformanceIngestRun: notYet,
})];
