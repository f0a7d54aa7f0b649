import type { Conversation } from '@assay/contract/areas/chat-sessions/conversation';
import type { DraftIssue } from '@assay/contract/areas/authoring/drafts';
import { maskedIssue } from '@assay/contract/areas/authoring/masked-issue';
import type { CreateEvalCase } from '@assay/contract/areas/cases/documents';
import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import { expectedCalls } from '@assay/grading/matching/expected-calls';
import { holdsMask } from '@assay/contract/areas/servers/secret-values';
import { keptText } from '@assay/kit/text/kept-text';

/** A case that a conversation becomes, notes for its reader, and issues that a person must settle. */
export interface SessionCase {
  case: CreateEvalCase;
  notes: string[];
  doubts: Pick<DraftIssue, 'code' | 'message' | 'stepId'>[];
}

const MAX_STEPS = 200;
const MAX_TITLE = 500;
const MAX_OUTPUT = 10_000;

type Turn = Conversation['turns'][number];

/**
 * Makes a case of a conversation: what the person said as prompts, the calls that succeeded as expectations, the last
 * answer as the expected output, and with the session's model where the suite has none. All of it is foreign text, which is only copied. Undefined without a message of a person.
 */
export function sessionCase(
  conversation: Conversation,
  { title, hasModel }: { title: string | undefined; hasModel: boolean },
): SessionCase | undefined {
  const turns = conversation.turns.filter(({ prompt }) => prompt.trim() !== '');
  if (turns.length === 0) return undefined;
  const all = turns.flatMap(stepsOf).map((step, i): EvalTestStep => ({ ...step, id: `step-${i + 1}` }));
  const steps = all.slice(0, MAX_STEPS);
  const said = turns.at(-1)!.reply;
  const expectedOutput = keptText(said, MAX_OUTPUT);
  const unsuccessful = turns.flatMap(({ toolCalls }) => toolCalls.filter(({ isError }) => isError)).length;
  const unfinished = turns.filter(({ status }) => status !== 'completed').length;
  return {
    case: {
      title: keptText(title ?? conversation.title, MAX_TITLE).trim() || 'A conversation',
      steps,
      ...(!hasModel && { models: [{ model: conversation.modelId }] }),
      ...(expectedOutput.trim() !== '' && { expectedOutput }),
    },
    notes: [
      `Recorded in ${conversation.origin === 'study' ? 'a session of a study' : 'a chat session'}, ${conversation.sessionId}.`,
      ...(unsuccessful > 0 ? [`Calls that failed are not expected: ${unsuccessful}.`] : []),
      ...(unfinished > 0
        ? [`Turns that failed or were cancelled: ${unfinished}. What they did may not be wanted.`]
        : []),
      ...(conversation.isCut ? [`The session has more turns; the first ${conversation.turns.length} are taken.`] : []),
      ...(all.length > steps.length
        ? [`The session has ${all.length} steps; the first ${steps.length} are taken.`]
        : []),
    ],
    doubts: [
      ...steps.flatMap((step) =>
        holdsMask(step)
          ? [maskedIssue(step.kind === 'prompt' ? 'The prompt' : 'The arguments of the call', step.id)]
          : [],
      ),
      ...(holdsMask(said) ? [maskedIssue('The reply')] : []),
    ],
  };
}

type Unnumbered = EvalTestStep extends infer S ? (S extends EvalTestStep ? Omit<S, 'id'> : never) : never;

const stepsOf = ({ prompt, toolCalls }: Turn): Unnumbered[] => [
  { kind: 'prompt', prompt },
  ...expectedCalls(toolCalls.filter(({ isError, serverId }) => !isError && serverId !== '')).map(
    (assertion): Unnumbered => ({ kind: 'assert', assertion }),
  ),
];
