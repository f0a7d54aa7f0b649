import { assertAccess, type CallerAccess } from '@assay/contract/access';
import { capabilities, type Capability } from '@assay/contract/areas/projects/capabilities';
import type { Operation } from '@assay/contract/operation';
import { operations } from '@assay/contract/operations';

/** The operation of each capability, or undefined where this version has none: no caller is promised such a capability. */
export const capabilityOperations: Record<Capability, Operation | undefined> = {
  readSwarms: operations.listSwarms,
  writeSwarms: operations.createSwarm,
  launchJourneyRun: operations.launchJourneyRun,
  cancelJourneyRun: operations.cancelJourneyRun,
  readUserTesting: operations.listStudies,
  publishUserTestingScenario: operations.publishStudy,
  unpublishUserTestingScenario: operations.unpublishStudy,
  changeUserTestingExposure: operations.updateStudy,
  manageUserTestingGuestExecution: operations.setGuestExecution,
  requestInsights: operations.requestEvalRunInsights,
  readEvals: operations.listEvalSuites,
  writeEvalSuites: operations.createEvalSuite,
  launchEvalRun: operations.createEvalRun,
  deleteAnyEvalSuite: operations.deleteEvalSuite,
  deleteAnyEvalRun: undefined,
  exportEvalTraces: operations.exportEvalRunTraces,
};

/** The capabilities of a caller in a project, decided by the same rule as every request. */
export const capabilitiesOf = (caller: CallerAccess, projectId: string): Record<Capability, boolean> =>
  Object.fromEntries(
    capabilities.map((name) => [name, isAdmitted(capabilityOperations[name], caller, projectId)]),
  ) as Record<Capability, boolean>;

function isAdmitted(operation: Operation | undefined, caller: CallerAccess, projectId: string): boolean {
  if (!operation) return false;
  try {
    assertAccess(operation, caller, { projectId });
    return true;
  } catch {
    return false;
  }
}
