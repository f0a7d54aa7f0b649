import type { ToolCallSummary } from '@assay/contract/areas/tool-calls/documents';
import { isObject } from '@assay/contract/json';
import { Problem } from '@assay/contract/problem';
import { seenInResult, type SeenInResult } from './seen-in-result.ts';

/** The largest arguments and the largest result that are kept, in bytes of their JSON. */
const [MAX_ARGUMENTS, MAX_RESULT] = [16 * 1024, 256 * 1024];
const MAX_MESSAGE = 2_000;

/** How a call ended: the bytes of the answer, or the Problem in its place. */
export type CallAnswer = Uint8Array | Problem;

export type KeptCall = Pick<ToolCallSummary, 'outcome' | 'durationMs' | 'sessionOpened' | 'bytes' | 'error'> & {
  arguments: Record<string, unknown> | undefined;
  result: Record<string, unknown> | undefined;
  seen: SeenInResult | undefined;
};

/** The kept part of a call. `mask` masks a document as stored transcripts are. `tookMs` includes opening a session. */
export function keptCall(
  parameters: Record<string, unknown>,
  answer: CallAnswer,
  tookMs: number,
  mask: <T>(document: T) => T,
): KeptCall {
  const sent = Buffer.byteLength(JSON.stringify(parameters)) <= MAX_ARGUMENTS ? mask(parameters) : undefined;
  const common = { arguments: sent, durationMs: Math.round(tookMs), sessionOpened: true };
  if (answer instanceof Problem) {
    const { code, message } = answer;
    const error = mask({ code, message: message.slice(0, MAX_MESSAGE) });
    return { ...common, outcome: 'unanswered', bytes: 0, error, result: undefined, seen: undefined };
  }
  const text = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength).toString();
  const document = JSON.parse(text) as Record<string, unknown>;
  const isReport = document['kind'] === 'callReport';
  const result = isReport ? document['result'] : document;
  const bytes = isReport ? Buffer.byteLength(JSON.stringify(result)) : answer.byteLength;
  const isKept = isObject(result) && bytes <= MAX_RESULT;
  const masked = isKept ? mask(result) : undefined;
  return {
    ...common,
    ...(isReport && { durationMs: Number(document['durationMs']), sessionOpened: false }),
    outcome: isObject(result) && result['isError'] === true ? 'failed' : 'answered',
    bytes,
    result: masked,
    seen: masked && seenInResult(masked),
  };
}
