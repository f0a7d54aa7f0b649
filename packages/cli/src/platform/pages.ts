/** The page of a project in the console. */
export const pageOfProject = (url: string, projectId: string): string => `${url}/p/${encodeURIComponent(projectId)}`;

/** The page of a run in the console. */
export const pageOfRun = (url: string, projectId: string, runId: string): string =>
  `${pageOfProject(url, projectId)}/runs/${encodeURIComponent(runId)}`;
