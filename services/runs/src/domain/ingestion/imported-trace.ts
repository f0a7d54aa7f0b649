import type { TranscriptMessage } from '@assay/contract/areas/transcripts/documents';
import type { TraceSpan } from '@assay/contract/areas/transcripts/trace';
import { isObject } from '@assay/contract/json';
import { spanFaults } from './span-faults.ts';

/** An imported trace: the messages and spans that fit our format, and the rest. */
export interface ImportedTrace {
  messages: TranscriptMessage[];
  spans: TraceSpan[];
  /** Undefined when nothing is left. */
  rest: unknown;
}

const ROLES = new Set(['system', 'user', 'assistant', 'tool']);

/**
 * Takes the messages and spans out of a trace. If one message or span does not fit, all of its kind stay in the rest
 * unchanged.
 */
export function importTrace(trace: unknown): ImportedTrace {
  if (!isObject(trace) && !Array.isArray(trace)) return { messages: [], spans: [], rest: trace };
  const { messages, spans, ...others } = isObject(trace) ? trace : { messages: trace };
  const read = Array.isArray(messages) ? messages.map(messageOf) : undefined;
  const fitting = Array.isArray(spans) ? spans.filter((span): span is TraceSpan => spanFaults(span).length === 0) : [];
  const allFit = Array.isArray(spans) && fitting.length === spans.length;
  const rest = {
    ...others,
    ...(messages !== undefined && !read?.every(({ isWhole }) => isWhole) && { messages }),
    ...(spans !== undefined && !allFit && { spans }),
  };
  return {
    messages: read?.flatMap((each) => each.messages) ?? [],
    spans: fitting,
    rest: Object.keys(rest).length > 0 ? rest : undefined,
  };
}

/** One message of a conversation; `isWhole` says that nothing of it is lost. */
function messageOf(message: unknown): { messages: TranscriptMessage[]; isWhole: boolean } {
  if (!isObject(message) || !ROLES.has(message.role as string)) return { messages: [], isWhole: false };
  const { role, content, toolCallId, ...others } = message as {
    role: TranscriptMessage['role'];
    content?: unknown;
    toolCallId?: unknown;
  };
  const place = { role, ...(role !== 'system' && { promptIndex: 0 }) };
  const named = typeof toolCallId === 'string' ? { toolCallId } : {};
  if (typeof content === 'string')
    return { messages: [{ ...place, content, ...named }], isWhole: Object.keys(others).length === 0 };
  if (!Array.isArray(content)) return { messages: [], isWhole: false };
  return {
    messages: content.filter(isObject).flatMap((part) => partOf(part).map((said) => ({ ...place, ...named, ...said }))),
    isWhole: false,
  };
}

/** A part of a message in the form of the AI SDK: text, a call, or a call's result. */
function partOf({
  type,
  text,
  toolCallId,
  output,
  result,
}: Record<string, unknown>): Pick<TranscriptMessage, 'content' | 'toolCallId'>[] {
  if (type === 'text' && typeof text === 'string') return [{ content: text }];
  if (typeof toolCallId !== 'string') return [];
  if (type === 'tool-call') return [{ content: '', toolCallId }];
  return type === 'tool-result' ? [{ content: JSON.stringify(output ?? result) ?? '', toolCallId }] : [];
}
