import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { MatchOptions } from '@assay/contract/areas/cases/match-options';
import type { Rendering, Transcript, TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import type { ServerInventory } from '@assay/contract/areas/servers/inventory';

/** The part of a transcript that an assertion sees. */
export interface AssertionEvidence {
  /** `trial` is the whole iteration; `step` is a turn up to the position of its assert step. */
  scope: 'trial' | 'step';
  toolCalls: TranscriptToolCall[];
  /** Text of the last assistant message; empty when it only called tools or there is none. */
  finalText: string;
  /** Its index in the messages of the transcript. */
  finalMessage: number | undefined;
  userMessages: number;
  usage: Transcript['usage'];
  /** The results of rendering widgets; undefined without a browser. */
  renderings: Rendering[] | undefined;
  /** The declarations of every server; undefined unless each list was read to its end. */
  inventory: ServerInventory[] | undefined;
  /** How expected arguments are compared when an assertion does not say. */
  argumentMatching: MatchOptions['arguments'];
}

/** The whole iteration: the evidence for assertions of a case or a suite. */
export const trialEvidence = (
  transcript: Transcript,
  { matchOptions }: Pick<FrozenCase, 'matchOptions'>,
): AssertionEvidence => ({
  scope: 'trial',
  toolCalls: transcript.toolCalls,
  ...finalMessageOf(transcript.messages, () => true),
  userMessages: transcript.userMessages,
  usage: transcript.usage,
  renderings: transcript.renderings,
  inventory: completeInventory(transcript),
  argumentMatching: matchOptions?.arguments ?? 'partial',
});

/**
 * The evidence of the assert step at `stepIndex`: calls and renderings after the latest prompt step (after the start
 * when there is none) up to its own position, and the assistant messages of that turn.
 */
export function stepEvidence(
  transcript: Transcript,
  frozen: Pick<FrozenCase, 'steps' | 'matchOptions'>,
  stepIndex: number,
): AssertionEvidence {
  const before = frozen.steps.slice(0, stepIndex);
  const since = Math.max(
    before.findLastIndex(({ kind }) => kind === 'prompt'),
    0,
  );
  const promptIndex = before.filter(({ kind }) => kind === 'prompt').length - 1;
  const trial = trialEvidence(transcript, frozen);
  const isSeen = (happened: { stepIndex: number }) => happened.stepIndex >= since && happened.stepIndex < stepIndex;
  return {
    ...trial,
    scope: 'step',
    toolCalls: trial.toolCalls.filter(isSeen),
    renderings: trial.renderings?.filter(isSeen),
    ...finalMessageOf(transcript.messages, (message) => message.promptIndex === promptIndex),
  };
}

/** The last message of the assistant in a turn. */
function finalMessageOf(
  messages: Transcript['messages'],
  isOfTurn: (message: Transcript['messages'][number]) => boolean,
): Pick<AssertionEvidence, 'finalText' | 'finalMessage'> {
  const index = messages.findLastIndex((message) => message.role === 'assistant' && isOfTurn(message));
  return { finalText: messages[index]?.content ?? '', finalMessage: index < 0 ? undefined : index };
}

const completeInventory = ({ inventory }: Transcript): ServerInventory[] | undefined =>
  inventory?.every(({ complete }) => complete) ? inventory : undefined;
