import type { DraftIssue } from '@assay/contract/areas/authoring/drafts';
import { maskedIssue } from '@assay/contract/areas/authoring/masked-issue';
import type { CreateEvalCase, FrozenCase } from '@assay/contract/areas/cases/documents';
import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import type { Transcript, TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { holdsMask } from '@assay/contract/areas/servers/secret-values';
import { wasChosen } from '@assay/grading/assertions/widget-calls';
import { expectedCalls } from '@assay/grading/matching/expected-calls';
import { keptText } from '@assay/kit/text/kept-text';
import { redactText } from '@assay/kit/security/redact';

/** A recorded iteration. */
export interface RecordedIteration {
  runId: string;
  iterationId: string;
  status: string;
  result: string | null;
  frozen: FrozenCase;
  transcript: Transcript;
}

/** An issue that a person must settle before the case can be committed. */
export interface PromotionIssue {
  code: DraftIssue['code'];
  message: string;
  stepId?: string;
}

/** The case that an iteration becomes, notes for its reader, and issues to settle. */
export interface Promotion {
  case: CreateEvalCase;
  notes: string[];
  doubts: PromotionIssue[];
}

const MAX_STEPS = 200;
const MAX_TITLE = 500;
const MAX_OUTPUT = 10_000;
const SUFFIX = ' (from a recorded trial)';

type Unnumbered = EvalTestStep extends infer S ? (S extends EvalTestStep ? Omit<S, 'id'> : never) : never;

/** A step before it has its place, and whether a secret was masked in it when the iteration was stored. */
interface Retold {
  step: Unnumbered;
  masked: boolean;
}

/**
 * Makes a case of an iteration: its prompts as they were sent, the calls that the model then made as expectations, the
 * calls of steps as steps. Undefined when there is neither a prompt nor a call.
 */
export function promoteIteration(recorded: RecordedIteration, title: string | undefined): Promotion | undefined {
  const { frozen, transcript } = recorded;
  const done = frozen.steps.flatMap((step) => retold(step, frozen.steps, transcript));
  if (done.length === 0) return undefined;
  const kept = done.slice(0, MAX_STEPS);
  const steps = kept.map(({ step }, i) => ({ ...step, id: idAt(i) }));
  const prompted = steps.some(({ kind }) => kind === 'prompt');
  const called = transcript.toolCalls.length > 0;
  const said = prompted ? lastReply(transcript) : '';
  const reply = keptText(said, MAX_OUTPUT);
  return {
    case: {
      title: title ?? `${keptText(frozen.title, MAX_TITLE - SUFFIX.length)}${SUFFIX}`,
      steps,
      ...(reply && { expectedOutput: reply }),
      ...(frozen.isNegative && !called && { isNegative: true }),
      ...(prompted && frozen.models.length > 0 && { models: frozen.models }),
      ...(!frozen.failOnToolError && { advancedConfig: { failOnToolError: false } }),
    },
    notes: [
      `Recorded in iteration ${recorded.iterationId} of run ${recorded.runId}, a trial of the case "${frozen.title}".`,
      ...(recorded.result === 'passed'
        ? []
        : [
            `The recorded trial did not pass (${recorded.result ?? recorded.status}): what it did may not be what is wanted.`,
          ]),
      ...(frozen.isNegative && called
        ? ['The case was to call no tool, but the trial did: its calls are now expected.']
        : []),
      ...(done.length > steps.length
        ? [`The trial had ${done.length} steps; the first ${steps.length} are taken.`]
        : []),
    ],
    doubts: [
      ...kept.flatMap(({ masked }, i) =>
        masked ? [maskedIssue(steps[i]!.kind === 'prompt' ? 'The prompt' : 'The arguments of the call', idAt(i))] : [],
      ),
      ...(holdsMask(said) ? [maskedIssue('The reply')] : []),
    ],
  };
}

const idAt = (index: number): string => `step-${index + 1}`;

/** The recorded part of a step, as steps of the new case: none when the step left no record. */
function retold(step: EvalTestStep, steps: EvalTestStep[], { messages, toolCalls }: Transcript): Retold[] {
  if (step.kind === 'prompt') {
    const promptIndex = steps.filter(({ kind }) => kind === 'prompt').indexOf(step);
    const said = messages.find(
      (message) => message.role === 'user' && !message.origin && message.promptIndex === promptIndex,
    );
    if (!said) return [];
    const made = toolCalls.filter((call) => call.promptIndex === promptIndex && call.toolName !== '');
    // The recorded prompt, or the step's own when they differ only by masking.
    const prompt = redactText(step.prompt) === said.content ? step.prompt : said.content;
    return [
      { step: { kind: 'prompt', prompt }, masked: prompt !== step.prompt && holdsMask(prompt) },
      ...expectations(made),
    ];
  }
  if (step.kind !== 'toolCall') return [];
  return toolCalls
    .filter((call) => call.stepId === step.id && wasChosen(call))
    .map((call) => {
      const { serverName, toolName, arguments: args } = call;
      return { step: { kind: 'toolCall', serverName, toolName, arguments: args }, masked: holdsMask(args) };
    });
}

/** Calls as gating expectations. */
const expectations = (made: TranscriptToolCall[]): Retold[] =>
  expectedCalls(made).map((assertion) => ({ step: { kind: 'assert', assertion }, masked: holdsMask(assertion.args) }));

const lastReply = ({ messages }: Transcript): string =>
  messages.findLast(({ role }) => role === 'assistant')?.content ?? '';
