import type { CaseDraft } from '@assay/contract/areas/authoring/drafts';
import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import { isSameName } from '@assay/contract/normal-name';
import { operations } from '@assay/contract/operations';
import { conflict, Problem, reasons } from '@assay/contract/problem';
import { DirectoryService } from '@assay/mesh/gen/assay/v1/catalog';
import { AuthoringService } from '@assay/mesh/gen/assay/v1/suites';
import { callOperation } from '@assay/kit/rpc/call-operation';
import type { Deps } from '../../deps.ts';
import { isOfCalls, trialOf, type MadeCall } from '../../domain/authoring/draft-trial.ts';

/** A draft by its job. */
export interface DraftAddress {
  projectId: string;
  suiteId: string;
  jobId: string;
  draftId: string;
}

type CallStep = Extract<EvalTestStep, { kind: 'toolCall' }>;

/**
 * Makes the calls of a draft once, on the real servers, grades them and keeps the trial with the draft. Throws
 * NOT_FOUND, or CONFLICT for a draft that is no case yet, that needs a model or a browser, or that was reviewed meanwhile.
 */
export async function tryDraft(deps: Deps, address: DraftAddress, answers: object): Promise<CaseDraft> {
  const { suites, catalog } = deps;
  const { projectId } = address;
  const draft = await suites.call(AuthoringService.freezeDraft, {
    ...address,
    answers: Buffer.from(JSON.stringify(answers)),
  });
  const frozen = JSON.parse(draft.case.toString()) as FrozenCase;
  if (!isOfCalls(frozen))
    throw conflict('Only a draft of tool calls can be tried: commit this one, then launch it.', {
      reason: reasons.DRAFT_NEEDS_RUN,
    });
  const { servers } = await catalog.call(DirectoryService.resolveServers, { projectId, serverIds: draft.serverIds });
  const triedAt = Date.now();
  const begun = performance.now();
  const calls: MadeCall[] = [];
  for (const step of frozen.steps) {
    if (step.kind !== 'toolCall') continue;
    const server = servers.find(({ name }) => isSameName(name, step.serverName));
    if (!server) throw conflict(`The suite has no server named "${step.serverName}".`);
    const made = await makeCall(deps, projectId, server, step, Math.round(performance.now() - begun));
    calls.push(made);
    // A step that could not be done ends a trial.
    if (made.error) break;
  }
  const trial = trialOf(frozen, JSON.parse(draft.checks.toString()) as EvalAssertion[], calls, triedAt);
  const kept = await suites.call(AuthoringService.keepDraftTrial, {
    ...address,
    revision: draft.revision,
    trial: Buffer.from(JSON.stringify(trial)),
  });
  return JSON.parse(kept.draft.toString()) as CaseDraft;
}

async function makeCall(
  { diagnostics }: Deps,
  projectId: string,
  { id: serverId, name: serverName }: { id: string; name: string },
  { id: stepId, toolName, arguments: args = {} }: CallStep,
  startMs: number,
): Promise<MadeCall> {
  const begun = performance.now();
  const call = { stepId, serverId, serverName, toolName, arguments: args, startMs };
  const durationMs = () => Math.round(performance.now() - begun);
  try {
    const target = { projectId, serverId };
    const input = { toolName, parameters: args };
    // Without `report` it is the result itself.
    const result = (await callOperation(diagnostics, operations.callTool, target, input)) as Record<string, unknown>;
    return { ...call, result, isError: result['isError'] === true, durationMs: durationMs() };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return {
      ...call,
      error: { code: error.code, message: error.message },
      isError: true,
      durationMs: durationMs(),
    };
  }
}
