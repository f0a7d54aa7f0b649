import { MAX_ACTUAL_CHARS } from '@assay/contract/areas/analysis/journey-findings';
import type { SessionTurn } from '@assay/contract/areas/journey-runs/session-work';
import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { errorTextOf, hasCallFailed, resultTextOf } from '@assay/grading/assertions/tool-result';
import { redactText } from '@assay/kit/security/redact';
import type { KnownSignal } from '../findings/finding.ts';
import type { SignalPlace } from './read-wave.ts';

/** Fewer characters of a quote would stand in any session. */
const FEWEST_QUOTED = 8;

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** All text that was said and called in a turn, in one line. */
const textOf = ({ messages, toolCalls }: SessionTurn): string =>
  redactText(plain([...messages.map(({ text }) => text), ...toolCalls.flatMap(textsOfCall)].join('\n')));

const textsOfCall = (call: TranscriptToolCall): string[] => [
  call.toolName,
  JSON.stringify(call.arguments),
  call.error?.message ?? '',
  call.result ? resultTextOf(call.result) : '',
];

/** Whether a text stands in a turn literally; white space does not count. */
export function standsIn(turn: SessionTurn, quote: string): boolean {
  const text = plain(quote);
  return text.length >= FEWEST_QUOTED && textOf(turn).includes(text);
}

/** The words of a turn that show a trouble: the error of the call that it is about, or else the turn's answer. */
function quoteOf(turn: SessionTurn, { dimension, subject }: KnownSignal): string {
  const call = turn.toolCalls.find(
    (each) => isAbout(subject, each) && (dimension === 'repeatedCall' || hasCallFailed(each)),
  );
  const answer = turn.messages.findLast(({ role, text }) => role === 'assistant' && text.trim() !== '')?.text;
  const said =
    (call && (errorTextOf(call) || JSON.stringify(call.arguments))) ?? answer ?? turn.messages[0]?.text ?? '';
  return redactText(plain(said)).slice(0, MAX_ACTUAL_CHARS).toWellFormed();
}

/** Whether a turn has what a trouble of it says: the failed or repeated call of its tool. */
function isShownBy(turn: SessionTurn, { dimension, subject }: KnownSignal): boolean {
  if (subject.kind !== 'tool' && subject.kind !== 'toolPair') return true;
  return turn.toolCalls.some((call) => isAbout(subject, call) && (dimension === 'repeatedCall' || hasCallFailed(call)));
}

const isAbout = ({ kind, id }: KnownSignal['subject'], { serverId, toolName }: TranscriptToolCall): boolean =>
  kind === 'tool'
    ? id === `${serverId}/${toolName}`
    : kind === 'toolPair' && id.startsWith(`${serverId}/${toolName} | `);

/** The evidence of one session for a trouble: the turn that showed it first. */
export interface SampledEvidence extends SignalPlace {
  /** `missing`: the turn is not there. `tooLarge`: it was not opened. `notShown`: it does not have what the rule found. */
  state: 'shown' | 'notShown' | 'missing' | 'tooLarge';
  /** Words of the turn; empty when it was not read. */
  quote: string;
}

/** A sampled place with its turn; undefined when it is not there, null when it is too large. */
export function sampledEvidence(
  place: SignalPlace,
  signal: KnownSignal,
  turn: SessionTurn | null | undefined,
): SampledEvidence {
  if (!turn) return { ...place, state: turn === null ? 'tooLarge' : 'missing', quote: '' };
  const state = isShownBy(turn, signal) ? 'shown' : 'notShown';
  return { ...place, state, quote: quoteOf(turn, signal) };
}

/** The place of a turn, as claims cite it. */
export const citationOf = ({ sessionId, promptIndex }: { sessionId: string; promptIndex: number }): string =>
  `${sessionId}/turn-${promptIndex}`;

export const sessionOfCitation = (citation: string): string => citation.slice(0, citation.indexOf('/'));
