import { hash } from 'node:crypto';
import type { JudgedEvidence } from '@assay/contract/areas/judges/work';
import type { Transcript, TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { redactText } from '@assay/kit/security/redact';
import { errorTextOf, hasCallFailed, structuredTextOf, resultTextOf } from '../assertions/tool-result.ts';
import { wasChosen } from '../assertions/widget-calls.ts';

/** The largest evidence of one iteration for a judge, in bytes of JSON. */
export const MAX_EVIDENCE = 60 * 1024;
/** The length of a text that was cut, in characters. */
const CUT = 400;
const CUT_MESSAGE = 1_500;
/** Fits even when every character is escaped. */
const CUT_REPLY = 10_000;

type Call = JudgedEvidence['toolCalls'][number];

/**
 * The evidence of an iteration for a judge: messages and calls without the ones of widgets, secrets masked, the oldest tool
 * results cut first.
 */
export function judgedEvidence({ messages, toolCalls }: Transcript): JudgedEvidence {
  const conversation = messages.flatMap(({ role, content, origin }) =>
    (role === 'user' || role === 'assistant') && content !== '' && !origin ? [{ role, text: redactText(content) }] : [],
  );
  const calls = toolCalls.filter(wasChosen).map(shown);
  const said = conversation.slice(0, -1);
  let excess = sizeOf(conversation) + sizeOf(calls) - MAX_EVIDENCE;
  for (const call of calls) excess = cut(call, 'result', CUT, excess);
  for (const call of calls) excess = cut(call, 'arguments', CUT, excess);
  for (const message of said) excess = cut(message, 'text', CUT_MESSAGE, excess);
  let leftOutCalls = 0;
  for (; excess > 0 && leftOutCalls < calls.length; leftOutCalls++) excess -= sizeOf(calls[leftOutCalls]);
  let leftOutMessages = 0;
  for (; excess > 0 && leftOutMessages < said.length; leftOutMessages++) excess -= sizeOf(said[leftOutMessages]);
  const kept = conversation.slice(leftOutMessages);
  for (const last of kept.slice(-1)) cut(last, 'text', CUT_REPLY, excess);
  return { conversation: kept, toolCalls: calls.slice(leftOutCalls), leftOutCalls };
}

/** Tells one piece of evidence from another. */
export const evidenceHash = (evidence: JudgedEvidence): string => hash('sha256', JSON.stringify(evidence));

function shown(call: TranscriptToolCall): Call {
  const { serverName: server, toolName: tool, result = {} } = call;
  const answer = hasCallFailed(call) ? errorTextOf(call) : resultTextOf(result) || structuredTextOf(result);
  return {
    server,
    tool,
    arguments: redactText(JSON.stringify(call.arguments)),
    failed: hasCallFailed(call),
    result: redactText(answer),
  };
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Cuts a text when the evidence is too large; returns the remaining excess. */
function cut<K extends string>(of: Record<K, string>, key: K, length: number, excess: number): number {
  const text = of[key];
  if (excess <= 0 || text.length <= length) return excess;
  const before = sizeOf(text);
  of[key] = `${text.slice(0, length).toWellFormed()}… (${text.length - length} more characters)` as Record<
    K,
    string
  >[K];
  return excess - (before - sizeOf(of[key]));
}
