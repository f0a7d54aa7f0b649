import type { CreateEvalCase } from '@assay/contract/documents/case';
import type { EvalTestStep } from '@assay/contract/documents/step';
import { needsModel } from '@assay/grading/model-free';
import { firstOf, type Fault } from './fault.ts';
import { nestingFault } from './nesting.ts';
import { isPerCase, type StoredSuite } from './suite-record.ts';

/** The largest case, in bytes of JSON. */
export const MAX_CASE_BYTES = 1_048_576;
/** The largest arguments of a tool call step, in characters of JSON. */
const MAX_ARGUMENTS = 100_000;

/** What of a case its rules look at, written or stored. */
export type RuledCase = Pick<CreateEvalCase, 'steps' | 'models' | 'repetitions' | 'passThreshold' | 'source'>;
type Settings = Pick<StoredSuite, 'body'>;

/** The first rule of a case that its schema cannot say and that it breaks, given its suite; `path` is where the case stands. */
export const caseFault = (draft: RuledCase, suite: Settings, serverNames: readonly string[], path = ''): Fault | undefined =>
  keepingFault(draft, path)
  ?? stepsFault(draft.steps, path)
  ?? serverFault(draft.steps, serverNames, path)
  ?? modelFault(draft, suite, path)
  ?? gradingFault(draft, suite, path)
  ?? sourceFault(draft, path);

/** Names a case that is too large, or nested too deeply, to be kept. */
export const keepingFault = (value: unknown, path: string): Fault | undefined => nestingFault(value, path)
  ?? (Buffer.byteLength(JSON.stringify(value)) > MAX_CASE_BYTES ? { path, message: `has more than ${MAX_CASE_BYTES} bytes of JSON` } : undefined);

/** The first rule that steps break whatever suite they stand in. */
export function stepsFault(steps: readonly EvalTestStep[], path: string): Fault | undefined {
  const ids = new Set<string>();
  return firstOf(steps, (step, i) => {
    const at = `${path}/steps/${i}`;
    if (ids.has(step.id)) return { path: `${at}/id`, message: 'is the id of an earlier step of the case' };
    ids.add(step.id);
    return stepFault(step, at);
  });
}

function stepFault(step: EvalTestStep, path: string): Fault | undefined {
  if (step.kind === 'prompt' && step.prompt.trim() === '') return { path: `${path}/prompt`, message: 'is blank' };
  if (step.kind === 'toolCall' && JSON.stringify(step.arguments ?? {}).length > MAX_ARGUMENTS) {
    return { path: `${path}/arguments`, message: `has more than ${MAX_ARGUMENTS} characters as JSON` };
  }
  return undefined;
}

/** The first step that calls a server which the suite does not have. */
export const serverFault = (steps: readonly EvalTestStep[], serverNames: readonly string[], path: string): Fault | undefined =>
  firstOf(steps, (step, i) =>
    (step.kind === 'toolCall' && !serverNames.includes(step.serverName)
      ? { path: `${path}/steps/${i}/serverName`, message: `is not one of the suite's servers (${serverNames.join(', ')})` }
      : undefined));

/** A prompt that no model would answer. */
export const modelFault = ({ steps, models = [] }: Pick<RuledCase, 'steps' | 'models'>, { body }: Settings, path: string): Fault | undefined =>
  (needsModel(steps) && models.length === 0 && body.model === undefined
    ? { path: `${path}/models`, message: 'is required: the case has a prompt step, and the suite has no model' }
    : undefined);

/** Counts and thresholds that only a suite which grades per case uses. */
export const gradingFault = (draft: Pick<RuledCase, 'repetitions' | 'passThreshold'>, { body }: Settings, path: string): Fault | undefined =>
  firstOf(['repetitions', 'passThreshold'] as const, (field) =>
    (draft[field] !== undefined && !isPerCase(body)
      ? { path: `${path}/${field}`, message: 'is not used by a suite that is decided on its accuracy' }
      : undefined));

const sourceFault = ({ source }: Pick<RuledCase, 'source'>, path: string): Fault | undefined =>
  (source && source.endLine < source.startLine ? { path: `${path}/source/endLine`, message: 'is less than startLine' } : undefined);
