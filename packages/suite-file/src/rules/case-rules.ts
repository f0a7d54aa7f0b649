import type { CreateEvalCase } from '@assay/contract/areas/cases/documents';
import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import { isSameName } from '@assay/contract/normal-name';
import { needsModel } from '@assay/grading/model-free';
import type { Fault } from '@assay/contract/fault';
import { nestingFault } from './nesting.ts';
import { isPerCase, type GradingSettings } from './settings-rules.ts';

/** The largest case, in bytes of JSON. */
export const MAX_CASE_BYTES = 1_048_576;
/** The largest arguments of a tool call step, in characters of JSON. */
const MAX_ARGUMENTS = 100_000;

/** The part of a case that its rules read, written or stored. */
export type CaseUnderRules = Pick<CreateEvalCase, 'steps' | 'models' | 'repetitions' | 'passThreshold' | 'source'>;
/** The part of a suite that the rules of its cases read. */
export type SuiteUnderRules = Pick<GradingSettings, 'repetitions' | 'passThreshold'>;

/** Faults of a case, given its suite, that its schema cannot express; `path` is the path of the case. */
export function* caseFaults(
  draft: CaseUnderRules,
  suite: SuiteUnderRules,
  serverNames: readonly string[],
  path: string,
): Generator<Fault> {
  yield* stepFaults(draft.steps, path);
  yield* serverFaults(draft.steps, serverNames, path);
  yield* gradingFaults(draft, suite, path);
  yield* sourceFaults(draft, path);
}

/** The fault of a case that is too large, or nested too deep, to be stored. */
export const storageFault = (value: unknown, path: string): Fault | undefined =>
  nestingFault(value, path) ??
  (Buffer.byteLength(JSON.stringify(value)) > MAX_CASE_BYTES
    ? { path, message: `has more than ${MAX_CASE_BYTES} bytes of JSON` }
    : undefined);

/** Faults of steps in any suite. */
export function* stepFaults(steps: readonly EvalTestStep[], path: string): Generator<Fault> {
  const ids = new Set<string>();
  for (const [i, step] of steps.entries()) {
    const at = `${path}/steps/${i}`;
    if (ids.has(step.id)) yield { path: `${at}/id`, message: 'is the id of an earlier step of the case' };
    ids.add(step.id);
    if (step.kind === 'prompt' && step.prompt.trim() === '') yield { path: `${at}/prompt`, message: 'is blank' };
    if (step.kind === 'toolCall' && JSON.stringify(step.arguments ?? {}).length > MAX_ARGUMENTS) {
      yield { path: `${at}/arguments`, message: `has more than ${MAX_ARGUMENTS} characters as JSON` };
    }
  }
}

/** Steps that call a server which the suite does not have. */
export function* serverFaults(
  steps: readonly EvalTestStep[],
  serverNames: readonly string[],
  path: string,
): Generator<Fault> {
  for (const [i, step] of steps.entries()) {
    if (step.kind === 'toolCall' && !serverNames.some((name) => isSameName(name, step.serverName))) {
      yield {
        path: `${path}/steps/${i}/serverName`,
        message: `is not one of the suite's servers (${serverNames.join(', ')})`,
      };
    }
  }
}

/** Prompts of a file that names no model for them: a file means the same in every project. */
export function* modelFaults(
  { steps, models = [] }: Pick<CaseUnderRules, 'steps' | 'models'>,
  { model }: { model?: string },
  path: string,
): Generator<Fault> {
  if (needsModel(steps) && models.length === 0 && model === undefined) {
    yield { path: `${path}/models`, message: 'is required: the case has a prompt step, and the suite has no model' };
  }
}

/** Counts and thresholds that need per-case grading. */
export function* gradingFaults(
  draft: Pick<CaseUnderRules, 'repetitions' | 'passThreshold'>,
  suite: SuiteUnderRules,
  path: string,
): Generator<Fault> {
  if (isPerCase(suite)) return;
  for (const field of ['repetitions', 'passThreshold'] as const) {
    if (draft[field] !== undefined)
      yield { path: `${path}/${field}`, message: 'is not used by a suite that is decided on its accuracy' };
  }
}

/** Invalid line numbers of a case's source. */
export function* sourceFaults({ source }: Pick<CaseUnderRules, 'source'>, path: string): Generator<Fault> {
  if (source && source.endLine < source.startLine)
    yield { path: `${path}/source/endLine`, message: 'is less than startLine' };
}
