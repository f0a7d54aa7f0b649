import type { EvalCase } from '@assay/sdk';
import type { LocalAssay } from './local-assay.ts';

/** A suite that was drafted from the tools of a server. */
export interface DraftedSuite {
  suiteId: string;
  cases: EvalCase[];
  /** The ids of cases whose arguments are guesses. */
  guessed: ReadonlySet<string>;
}

/** The most cases of one request, by the API, and the most that are drafted. */
const [AT_ONCE, MOST] = [10, 50];

/** Drafts a case for each tool that may be called. */
export async function draftSuite(
  { assay, projectId: idOf }: LocalAssay,
  { serverId, name, tools }: { serverId: string; name: string; tools: number },
): Promise<DraftedSuite> {
  const projectId = await idOf();
  const { suiteId } = await assay.createEvalSuite(
    { projectId },
    { name: `Drafted from ${name}`, serverIds: [serverId], model: 'scripted/rules' },
  );
  const [cases, guessed]: [EvalCase[], Set<string>] = [[], new Set()];
  for (let left = Math.min(tools, MOST); left > 0; left -= AT_ONCE) {
    const reply = await assay.generateEvalCases(
      { projectId, suiteId },
      { caseMix: { simple: Math.min(left, AT_ONCE) } },
    );
    if (reply.kind !== 'cases' || reply.created.length === 0) break;
    cases.push(...reply.created);
    for (const { caseId } of reply.issues ?? []) guessed.add(caseId);
  }
  return { suiteId, cases, guessed };
}
