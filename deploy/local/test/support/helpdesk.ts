import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { helpdeskServer, type HelpdeskServer } from '@assay/testkit/mcp-servers/helpdesk-server';
import type { Api } from './api.ts';

/** The suite file of the helpdesk. */
export const helpdeskFile = join(import.meta.dirname, '../cli/helpdesk.yaml');

/** A project with the helpdesk, its suite, and a run of each release; the second one fails. */
export interface SeededHelpdesk extends HelpdeskServer {
  serverId: string;
  suiteId: string;
  /** The runs against 1.4.2 and against 1.5.0, the first one of the branch `main`. */
  runIds: [passed: string, failed: string];
}

/** Seeds the project of the caller; stop the server afterwards. */
export async function seedHelpdesk({ assay, projectId }: Api): Promise<SeededHelpdesk> {
  const server = await helpdeskServer();
  const { id: serverId } = await assay.createProjectServer(
    { projectId },
    { name: 'helpdesk', enabled: true, transportType: 'http', url: server.url },
  );
  const content = await readFile(helpdeskFile, 'utf8');
  const imported = await assay.importEvalSuiteFile({ projectId }, { fileName: 'helpdesk.yaml', content });
  const suiteId = imported.suiteId!;
  const run = async (branch: string): Promise<string> => {
    const ci = { provider: 'github', branch, commitSha: '4f1c2a9' };
    const { runId } = await assay.createEvalRun({ projectId }, { suiteId }, { ci });
    for await (const _ of assay.streamEvalRunEvents({ projectId, runId })) continue;
    return runId;
  };
  const passed = await run('main');
  server.release('1.5.0');
  return { ...server, serverId, suiteId, runIds: [passed, await run('release')] };
}
