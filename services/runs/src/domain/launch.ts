import type { CreateEvalRun } from '@assay/contract/documents/run';
import type { FrozenCase } from '@assay/contract/documents/case';
import type { SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import type { CaseGrading } from '@assay/contract/gen/assay/v1/suites';
import { conflict, Problem, reasons } from '@assay/contract/problem';
import type { ValidityPolicy } from '@assay/grading/decide-cases';
import { layerMatchOptions } from '@assay/grading/match-options';
import { refuse } from './refuse.ts';

/** The largest run, in iterations: beyond it a launch is refused rather than half-made. */
export const MAX_ITERATIONS = 20_000;

/** A launch names a saved suite, or writes a new one; what cannot be combined is refused before anything is read. */
export function checkShape(body: CreateEvalRun): void {
  if (body.suiteId !== undefined) {
    for (const key of ['tests', 'suiteName', 'suiteDescription'] as const) {
      if (body[key] !== undefined) throw refuse(`/${key}`, 'belongs to a new suite and cannot be combined with suiteId');
    }
  } else {
    if (body.caseIds) throw refuse('/caseIds', 'needs suiteId');
    for (const key of ['tests', 'suiteName', 'serverIds'] as const) {
      if (body[key] === undefined) throw refuse(`/${key}`, 'is required unless suiteId is given');
    }
  }
  const rate = body.passCriteria?.minimumPassRate;
  if (rate !== undefined && rate > 0 && rate < 1) throw refuse('/passCriteria/minimumPassRate', 'is a percent; between 0 and 1 it is most likely meant as a fraction');
  if (body.environmentId !== undefined && body.suiteId === undefined) throw refuse('/environmentId', 'needs suiteId');
}

/** Which servers a run of a saved suite connects to. */
export function selectServers(body: Pick<CreateEvalRun, 'environmentId' | 'serverIds' | 'suiteId'>, saved: string[]): string[] {
  if (body.environmentId !== undefined) {
    if (body.serverIds) throw refuse('/serverIds', 'cannot be combined with environmentId', { reason: reasons.ENVIRONMENT_SERVERS_NOT_OVERRIDABLE });
    throw refuse('/environmentId', 'is not attached to the suite', { reason: reasons.ENVIRONMENT_NOT_ATTACHED, environmentId: body.environmentId, environmentIds: [] });
  }
  const selected = body.serverIds ?? saved;
  if (selected.length === 0) throw refuse('/serverIds', 'is required: the suite has no saved server selection', { reason: reasons.NO_SAVED_SERVER_SELECTION, suiteId: body.suiteId });
  return [...new Set(selected)];
}

/** Holds that every selected server is there, switched on, and reachable by this platform's runners. */
export function checkServers(selected: string[], found: SavedServer[]): void {
  selected.forEach((id, i) => {
    const server = found.find((each) => each.id === id);
    if (!server) throw refuse(`/serverIds/${i}`, 'is not a server of this project');
    if (!server.enabled) throw conflict(`The server "${server.name}" is switched off.`, { serverId: id });
    if (server.transport !== 'http') {
      throw new Problem('FEATURE_NOT_SUPPORTED', `The server "${server.name}" speaks stdio, which no runner of this installation starts.`, { serverId: id });
    }
  });
}

/** A case under what a launch lays over it: match options, and how often it is tried. */
export function overridden(each: FrozenCase, { matchOptionsOverride, iterationOverride }: Pick<CreateEvalRun, 'matchOptionsOverride' | 'iterationOverride'>): FrozenCase {
  const matchOptions = layerMatchOptions(each.matchOptions, matchOptionsOverride);
  return { ...each, iterations: iterationOverride ?? each.iterations, ...(matchOptions && { matchOptions }) };
}

/** When the trials of a run that is graded per case are enough to decide it; such a run has no accuracy to reach. */
export function validityOf(grading: CaseGrading | undefined, { passCriteria }: Pick<CreateEvalRun, 'passCriteria'>): ValidityPolicy | undefined {
  if (!grading) return undefined;
  if (passCriteria) throw refuse('/passCriteria', 'does not go with a suite that grades per case');
  const { minEligibleTrials, minCompletionRate, maxEvaluatorErrorRate } = grading;
  const coverage = minEligibleTrials > 0 ? { kind: 'minEligibleTrials' as const, minEligibleTrials } : { kind: 'allConfiguredTrialsAttempted' as const, minGradeableTrials: 1 as const };
  return { coverage, minCompletionRate, maxEvaluatorErrorRate };
}

/** The cases that take part, in the suite's order. */
export function selectCases(cases: FrozenCase[], caseIds: string[] | undefined): FrozenCase[] {
  caseIds?.forEach((id, i) => {
    if (!cases.some((each) => each.id === id)) throw refuse(`/caseIds/${i}`, 'is not a case of the suite');
  });
  const selected = caseIds ? cases.filter(({ id }) => caseIds.includes(id)) : cases;
  if (selected.length === 0) throw conflict('The suite has no cases to run.');
  return selected;
}

/** Steps name servers by name: each name must be among the servers of this run. */
export function checkStepServers(cases: FrozenCase[], servers: { name: string }[]): void {
  const names = new Set(servers.map(({ name }) => name));
  for (const { title, steps } of cases) {
    for (const step of steps) {
      if (step.kind !== 'toolCall' || names.has(step.serverName)) continue;
      throw refuse('/serverIds', `lack the server "${step.serverName}", which step "${step.id}" of case "${title}" calls`);
    }
  }
}
