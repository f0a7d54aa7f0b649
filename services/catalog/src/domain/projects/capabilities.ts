import { assertAccess, type AccessRule, type CallerAccess } from '@assay/contract/access';
import { capabilities, type Capability } from '@assay/contract/areas/projects/capabilities';
import { operations } from '@assay/contract/operations';

/** The rule of each capability: its operation, or the rule that its operation will have. */
export const capabilityRules: Record<Capability, AccessRule> = {
  readSwarms: { method: 'GET', access: 'viewer', gate: 'swarms' },
  writeSwarms: { method: 'POST', access: 'member', gate: 'swarms' },
  launchJourneyRun: { method: 'POST', access: 'member', gate: 'swarms' },
  cancelJourneyRun: { method: 'POST', access: 'member' },
  readUserTesting: { method: 'GET', access: 'viewer', gate: 'userTesting' },
  publishUserTestingScenario: { method: 'PUT', access: 'admin', gate: 'userTesting' },
  unpublishUserTestingScenario: { method: 'DELETE', access: 'admin' },
  changeUserTestingExposure: { method: 'PATCH', access: 'member' },
  manageUserTestingGuestExecution: { method: 'PUT', access: 'admin' },
  requestInsights: operations.requestEvalRunInsights,
  readEvals: operations.listEvalSuites,
  writeEvalSuites: operations.createEvalSuite,
  launchEvalRun: operations.createEvalRun,
  deleteAnyEvalSuite: operations.deleteEvalSuite,
  deleteAnyEvalRun: { method: 'DELETE', access: 'admin' },
  exportEvalTraces: operations.exportEvalRunTraces,
};

/** The capabilities of a caller in a project, decided by the same rule as every request. */
export const capabilitiesOf = (caller: CallerAccess, projectId: string): Record<Capability, boolean> =>
  Object.fromEntries(
    capabilities.map((name) => [name, isAdmitted(capabilityRules[name], caller, projectId)]),
  ) as Record<Capability, boolean>;

function isAdmitted(rule: AccessRule, caller: CallerAccess, projectId: string): boolean {
  try {
    assertAccess(rule, caller, { projectId });
    return true;
  } catch {
    return false;
  }
}
