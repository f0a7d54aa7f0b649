import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { wasMade } from './tool-result.ts';

/** Whether a step or the model made the call: the page of a widget makes its calls by itself. */
export const wasChosen = ({ origin }: TranscriptToolCall): boolean => origin === undefined;

/** The same evidence without the calls that were not made, because their arguments are not a JSON object. */
export const withoutMalformedCalls = <E extends { toolCalls: TranscriptToolCall[] }>(evidence: E): E =>
  evidence.toolCalls.every(wasMade) ? evidence : { ...evidence, toolCalls: evidence.toolCalls.filter(wasMade) };

/** The same evidence without the calls that widgets made; the very same when there are none. */
export const withoutWidgetCalls = <E extends { toolCalls: TranscriptToolCall[] }>(evidence: E): E =>
  evidence.toolCalls.every(wasChosen) ? evidence : { ...evidence, toolCalls: evidence.toolCalls.filter(wasChosen) };
