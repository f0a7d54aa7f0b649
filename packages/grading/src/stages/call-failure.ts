import type { EvalStage, FailureCategory } from '@assay/contract/areas/analysis/decision-summary';
import type { FailureWords } from '@assay/contract/areas/iterations/failure-words';
import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { RPC_ERROR } from '@assay/contract/areas/transcripts/rpc-error';
import { redactText } from '@assay/kit/security/redact';
import { failedCallWords } from '../assertions/response.ts';
import { errorTextOf } from '../assertions/tool-result.ts';
import { failureWords } from '../assertions/verdict.ts';

/** The failure of an iteration: its stage, kind and tool. Without a stage it lies in no part of the server. */
export interface StageFailure extends FailureWords {
  stage: EvalStage | undefined;
  category: FailureCategory;
  reason: string;
  toolName?: string | undefined;
  errorCode?: string | undefined;
  spanIds?: string[];
  promptIndexes?: number[];
  /** The type of the assertion that failed, and its step. */
  assertion?: string;
  stepId?: string;
}

interface Meaning {
  stage: EvalStage;
  category: FailureCategory;
  when: (code: string, text: string) => boolean;
}

/** Error codes of a server that was never connected. */
export const UNCONNECTED_CODES: ReadonlySet<string> = new Set([
  'SERVER_UNREACHABLE',
  'OAUTH_REQUIRED',
  'UNAUTHORIZED',
  'FORBIDDEN',
]);

/** Servers report refused arguments and unknown tools in results or in errors, both as JSON-RPC's "invalid params". */
const UNKNOWN_TOOL = /\b(unknown tool|no such tool|tool\b.{0,140}\b(not found|does not exist|is not available))/i;
const BAD_ARGUMENTS =
  /-32602|\binvalid (arguments?|params|input|parameters?)\b|\binput validation error\b|\b(missing|required) (argument|parameter|property|field)s?\b/i;

/** The meanings of failed calls; the first match wins. */
const meanings: Meaning[] = [
  {
    stage: 'connection',
    category: 'setup',
    when: (code) => UNCONNECTED_CODES.has(code),
  },
  // Its code says enough: words of the server that sound like another failure do not move it.
  { stage: 'response', category: 'serverData', when: (code) => code === RPC_ERROR },
  {
    stage: 'selection',
    category: 'selection',
    when: (code, text) => code === 'TOOL_NOT_FOUND' || code === 'UNKNOWN_TOOL' || UNKNOWN_TOOL.test(text),
  },
  {
    stage: 'call',
    category: 'arguments',
    when: (code, text) => code === 'INVALID_ARGUMENTS' || code === 'VALIDATION_ERROR' || BAD_ARGUMENTS.test(text),
  },
  { stage: 'response', category: 'serverData', when: () => true },
];

/** The length of a tool's text that is searched for its meaning, and the length that is quoted, in characters. */
const [READ, QUOTED] = [2_000, 300];

const saidOf = (toolName: string): string => `${toolName} failed: `;

/** Whether a reason quotes the error of a call of that tool. */
export const quotesCall = (reason: string, toolName: string | undefined): boolean =>
  toolName !== undefined && reason.startsWith(saidOf(toolName));

/** The stage and the kind of a failed call. */
export function callFailure(call: TranscriptToolCall): StageFailure {
  const text = errorTextOf(call).slice(0, READ);
  const { stage, category } = meanings.find(({ when }) => when(call.error?.code ?? '', text))!;
  return {
    stage,
    category,
    reason: `${saidOf(call.toolName)}${redactText(text.replace(/\s+/g, ' ').trim(), QUOTED)}`,
    toolName: call.toolName,
    errorCode: call.error?.code,
    spanIds: [call.id],
    ...failureWords(failedCallWords(call)),
    ...(call.promptIndex !== undefined && { promptIndexes: [call.promptIndex] }),
  };
}
