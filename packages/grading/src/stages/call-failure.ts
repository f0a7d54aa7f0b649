import type { EvalStage, FailureCategory } from '@assay/contract/areas/analysis/decision-summary';
import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { redactText } from '@assay/kit/security/redact';
import { errorTextOf } from '../assertions/tool-result.ts';

/** What broke a trial: where, of which kind, and by which tool. Without a stage it lies with no part of the server. */
export interface StageFailure {
  stage: EvalStage | undefined;
  category: FailureCategory;
  reason: string;
  toolName?: string | undefined;
  errorCode?: string | undefined;
  spanIds?: string[];
  promptIndexes?: number[];
}

interface Meaning {
  stage: EvalStage;
  category: FailureCategory;
  when: (code: string, text: string) => boolean;
}

/** Codes of a server that never came to the point of answering. */
export const UNCONNECTED: ReadonlySet<string> = new Set([
  'SERVER_UNREACHABLE',
  'OAUTH_REQUIRED',
  'UNAUTHORIZED',
  'FORBIDDEN',
]);

/** Servers tell refused arguments and unknown tools in results or in errors, both as JSON-RPC's "invalid params". */
const UNKNOWN_TOOL = /\b(unknown tool|no such tool|tool\b.{0,140}\b(not found|does not exist|is not available))/i;
const BAD_ARGUMENTS =
  /-32602|\binvalid (arguments?|params|input|parameters?)\b|\binput validation error\b|\b(missing|required) (argument|parameter|property|field)s?\b/i;

/** How a call that failed is read; first match wins. */
const meanings: Meaning[] = [
  { stage: 'connection', category: 'setup', when: (code) => UNCONNECTED.has(code) },
  {
    stage: 'selection',
    category: 'selection',
    when: (code, text) => code === 'UNKNOWN_TOOL' || UNKNOWN_TOOL.test(text),
  },
  {
    stage: 'call',
    category: 'arguments',
    when: (code, text) => code === 'VALIDATION_ERROR' || BAD_ARGUMENTS.test(text),
  },
  { stage: 'response', category: 'serverData', when: () => true },
];

/** How much of what a tool said is read for its meaning, and how much of it is quoted, in characters. */
const [READ, QUOTED] = [2_000, 300];

const saidOf = (toolName: string): string => `${toolName} failed: `;

/** Whether a reason quotes the failure of a call of that tool. */
export const quotesCall = (reason: string, toolName: string | undefined): boolean =>
  toolName !== undefined && reason.startsWith(saidOf(toolName));

/** Reads a failed call: at which stage it broke, and why. */
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
    ...(call.promptIndex !== undefined && { promptIndexes: [call.promptIndex] }),
  };
}
