import type { CreateEvalCase, FrozenCase } from '@assay/contract/documents/case';
import type { EvalTestStep, StepAssertion } from '@assay/contract/documents/step';
import type { Transcript, TranscriptToolCall } from '@assay/contract/documents/transcript';
import { canonical } from '@assay/grading/canonical';
import { isPlaceholder } from '@assay/grading/match-arguments';
import { redactDocument } from '@assay/kit/redact';

/** A recorded trial. */
export interface Recorded { runId: string; iterationId: string; status: string; result: string | null; frozen: FrozenCase; transcript: Transcript }

/** The case that a trial makes, and what people should know of it. */
export interface Promotion { case: CreateEvalCase; notes: string[] }

const MAX_STEPS = 200;
const MAX_TITLE = 500;
const MAX_OUTPUT = 10_000;
const SUFFIX = ' (from a recorded trial)';

type Unnumbered = EvalTestStep extends infer S ? (S extends EvalTestStep ? Omit<S, 'id'> : never) : never;

/**
 * Makes a case of what a trial did: its prompts as they were said, the calls the model then made as expectations, the
 * calls of steps as steps. Undefined when it did nothing of the kind.
 */
export function promote(recorded: Recorded, title: string | undefined): Promotion | undefined {
  const { frozen, transcript } = recorded;
  const masked = masking();
  const done = frozen.steps.flatMap((step) => retold(step, frozen.steps, transcript, masked.copy));
  if (done.length === 0) return undefined;
  const steps = done.slice(0, MAX_STEPS).map((step, i) => ({ ...step, id: `step-${i + 1}` }));
  const prompted = steps.some(({ kind }) => kind === 'prompt');
  const called = transcript.toolCalls.length > 0;
  const reply = prompted ? lastReply(transcript) : '';
  return {
    case: {
      title: title ?? `${frozen.title.slice(0, MAX_TITLE - SUFFIX.length)}${SUFFIX}`,
      steps,
      ...(reply && { expectedOutput: reply }),
      ...(frozen.isNegative && !called && { isNegative: true }),
      ...(prompted && frozen.models.length > 0 && { models: frozen.models }),
      ...(!frozen.failOnToolError && { advancedConfig: { failOnToolError: false } }),
    },
    notes: [
      `Recorded in iteration ${recorded.iterationId} of run ${recorded.runId}, a trial of the case "${frozen.title}".`,
      ...(recorded.result === 'passed' ? [] : [`The recorded trial did not pass (${recorded.result ?? recorded.status}): what it did may not be what is wanted.`]),
      ...(masked.count() > 0 ? [`The arguments of ${masked.count()} calls held what looks like a secret; it is masked as [redacted] and has to be replaced.`] : []),
      ...(frozen.isNegative && called ? ['The case was to call no tool, but the trial did: its calls are now expected.'] : []),
      ...(done.length > steps.length ? [`The trial had ${done.length} steps; the first ${steps.length} are taken.`] : []),
    ],
  };
}

/** What became of a step, as steps: none when nothing did. */
function retold(step: EvalTestStep, steps: EvalTestStep[], { messages, toolCalls }: Transcript, masked: Mask): Unnumbered[] {
  if (step.kind === 'prompt') {
    const promptIndex = steps.filter(({ kind }) => kind === 'prompt').indexOf(step);
    const said = messages.find((message) => message.role === 'user' && message.promptIndex === promptIndex);
    if (!said) return [];
    const made = toolCalls.filter((call) => call.promptIndex === promptIndex && call.toolName !== '');
    return [{ kind: 'prompt', prompt: said.content }, ...expectations(made, masked)];
  }
  if (step.kind !== 'toolCall') return [];
  return toolCalls.filter(({ stepId }) => stepId === step.id).map(({ serverName, toolName, arguments: args }) =>
    ({ kind: 'toolCall', serverName, toolName, arguments: masked(args) }));
}

/** Calls as gating expectations; equal ones become one that counts them. */
function expectations(made: TranscriptToolCall[], masked: Mask): Unnumbered[] {
  const alike = Map.groupBy(made, ({ toolName, arguments: args }) => canonical([toolName, args]));
  return [...alike.values()].map(([first, ...others]) => {
    const args = masked(first!.arguments);
    // Under partial matching the word for a type would stand for any value of it.
    const exact = Object.values(args).some(isPlaceholder);
    const assertion: StepAssertion = {
      type: 'toolCalledWith', toolName: first!.toolName, args: { args, ...(exact && { argumentMatching: 'exact' as const }) },
      ...(others.length > 0 && { minCount: others.length + 1 }),
    };
    return { kind: 'assert', assertion };
  });
}

const lastReply = ({ messages }: Transcript): string =>
  (messages.findLast(({ role }) => role === 'assistant')?.content ?? '').replaceAll('\0', '').slice(0, MAX_OUTPUT);

type Mask = (args: Record<string, unknown>) => Record<string, unknown>;

/** Masks what looks like a secret, and counts where it did. */
function masking(): { copy: Mask; count: () => number } {
  let masked = 0;
  return {
    copy: (args) => {
      const copy = redactDocument(args);
      if (canonical(copy) !== canonical(args)) masked++;
      return copy;
    },
    count: () => masked,
  };
}
