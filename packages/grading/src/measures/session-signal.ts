import { hash } from 'node:crypto';
import { canonicalJson } from '@assay/contract/canonical';
import { redactText } from '@assay/kit/security/redact';

/**
 * The subject of a signal: a tool, by `serverId/toolName`, or the conversation as a whole, without an id. All tools that a
 * model made up are one subject, so that a visitor cannot make up subjects.
 */
export interface SignalSubject {
  kind: 'tool' | 'conversation';
  id: string;
  label: string;
}

/**
 * The kinds of signals. `toolUsed` is no trouble: it says in how many sessions the others about a tool could have
 * happened.
 */
export type SignalDimension =
  | 'toolUsed'
  | 'toolError'
  | 'deadEnd'
  | 'repeatedCall'
  | 'declinedApproval'
  | 'negativeFeedback'
  | 'abandonment';

/** Something that happened in a session and that other sessions may share. */
export interface SessionSignal {
  dimension: SignalDimension;
  /** The error class of a tool error, the kind of a dead end; empty otherwise. */
  detail: string;
  subject: SignalSubject;
  /** How often it happened in the session. */
  occurrences: number;
  /** The turn in which it happened first, from 0. */
  promptIndex: number;
  /** The text that was said, masked, at most 300 characters; empty when nothing was. */
  excerpt: string;
}

/** A signal by its fingerprint, apart from the sessions that showed it. */
export interface CountedSignal extends Pick<SessionSignal, 'dimension' | 'detail' | 'subject'> {
  fingerprint: string;
}

/** At most this much of a name, and of an excerpt, is kept, in characters. */
const [NAME, EXCERPT] = [200, 300];

export const CONVERSATION: SignalSubject = { kind: 'conversation', id: '', label: 'the conversation' };
const UNKNOWN_TOOL: SignalSubject = { kind: 'tool', id: '', label: 'tools that no server has' };

/** The subject of a tool, as a call or an approval names it. */
export const toolSubject = ({
  serverId,
  serverName,
  toolName,
}: {
  serverId: string;
  serverName: string;
  toolName: string;
}): SignalSubject =>
  serverId === ''
    ? UNKNOWN_TOOL
    : {
        kind: 'tool',
        id: `${serverId.slice(0, NAME)}/${toolName.slice(0, NAME)}`,
        label: `${toolName.slice(0, NAME)} (${serverName.slice(0, NAME)})`,
      };

/** Text of a session as evidence quotes it. */
export const excerptOf = (text: string): string => redactText(text.replace(/\s+/g, ' ').trim(), EXCERPT);

/** The part of a signal that is the same in every session. */
interface Identity {
  dimension: string;
  detail: string;
  subject: { kind: string; id: string };
}

/** The same for the same signal in every session; a server's new name does not change it. */
export const signalFingerprint = ({ dimension, detail, subject: { kind, id } }: Identity): string =>
  hash('sha256', canonicalJson({ dimension, detail, kind, id }));

/** Signals with the same fingerprint as one, in the order in which they came first. */
export function mergedSignals<Signal extends Identity & Pick<SessionSignal, 'occurrences' | 'promptIndex'>>(
  signals: readonly Signal[],
): Signal[] {
  return [...Map.groupBy(signals, signalFingerprint).values()].map((same) => ({
    ...same.reduce((first, each) => (each.promptIndex < first.promptIndex ? each : first)),
    occurrences: same.reduce((sum, { occurrences }) => sum + occurrences, 0),
  }));
}
