/**
 * The paths of the console's pages, below the address of the installation. Services hand them out, so a path is only
 * added here together with its page.
 */
const at = (projectId: string, path: string): string => `/p/${encodeURIComponent(projectId)}${path}`;
const id = encodeURIComponent;

export const consolePages = {
  overview: (projectId: string) => at(projectId, ''),
  server: (projectId: string, serverId: string) => at(projectId, `/servers/${id(serverId)}`),
  serverDrift: (projectId: string, serverId: string) => at(projectId, `/servers/${id(serverId)}?tab=drift`),
  tool: (projectId: string, serverId: string, tool: string) =>
    at(projectId, `/servers/${id(serverId)}/tools?tool=${id(tool)}`),
  suite: (projectId: string, suiteId: string) => at(projectId, `/suites/${id(suiteId)}`),
  suiteDrafts: (projectId: string, suiteId: string, draftId?: string) =>
    at(projectId, `/suites/${id(suiteId)}?tab=drafts${draftId === undefined ? '' : `&sel=${id(draftId)}`}`),
  suiteSchedule: (projectId: string, suiteId: string) => at(projectId, `/suites/${id(suiteId)}?tab=schedule`),
  case: (projectId: string, suiteId: string, caseId: string) =>
    at(projectId, `/suites/${id(suiteId)}/cases/${id(caseId)}`),
  run: (projectId: string, runId: string) => at(projectId, `/runs/${id(runId)}`),
  runDecision: (projectId: string, runId: string) => at(projectId, `/runs/${id(runId)}?tab=decision`),
  comparison: (projectId: string, runId: string, baseRunId: string) =>
    at(projectId, `/runs/${id(runId)}/compare?base=${id(baseRunId)}`),
  iteration: (projectId: string, runId: string, iterationId: string) =>
    at(projectId, `/runs/${id(runId)}/i/${id(iterationId)}`),
  runGroup: (projectId: string, runGroupId: string) => at(projectId, `/groups/${id(runGroupId)}`),
};
