import { Problem } from '@assay/sdk';
import { client } from '../../data/client.ts';

/** The model that follows rules: it asks no provider and costs nothing. */
export const RULES = 'scripted/rules';
/** At most this many names are tried for the suite. */
const MAX_NAMES = 20;

/** Makes a suite for a server and drafts cases for it; none of them is written before a person keeps it. */
export async function startDrafts(
  projectId: string,
  serverId: string,
  serverName: string,
): Promise<{ suiteId: string; jobId: string }> {
  const suiteId = await newSuite(projectId, serverId, `${serverName.slice(0, 80)}, first suite`);
  const { jobId } = await client.generateEvalCases(
    { projectId, suiteId },
    { hold: true, caseModels: [{ model: RULES }] },
  );
  return { suiteId, jobId };
}

async function newSuite(projectId: string, serverId: string, name: string): Promise<string> {
  for (let number = 1; ; number++) {
    try {
      const { suiteId } = await client.createEvalSuite(
        { projectId },
        { name: number === 1 ? name : `${name} ${number}`, serverIds: [serverId], model: RULES },
      );
      return suiteId;
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'CONFLICT' || number === MAX_NAMES) throw error;
    }
  }
}
