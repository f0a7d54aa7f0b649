import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';

/** Whether a step or the model made the call: the page of a widget makes its calls by itself. */
export const wasChosen = ({ origin }: TranscriptToolCall): boolean => origin === undefined;

/** The same evidence without the calls that widgets made; the very same when there are none. */
export const withoutWidgetCalls = <E extends { toolCalls: TranscriptToolCall[] }>(evidence: E): E =>
  evidence.toolCalls.every(wasChosen) ? evidence : { ...evidence, toolCalls: evidence.toolCalls.filter(wasChosen) };
