import type { ChatSession } from '@assay/contract/areas/chat-sessions/documents';
import type { ChatSettings, ChatTurn } from '@assay/contract/areas/chat-sessions/turn';
import type { SessionSpec, TurnMessage } from '@assay/contract/areas/chat-sessions/turn-work';
import { conflict, Problem, reasons } from '@assay/contract/problem';
import type { StoredBrowser } from '../browsers/stored-browser.ts';

/** The part of a session that its first turn pins: the settings that replies show, and the spec for runners. */
export interface PinnedSession {
  settings: ChatSettings;
  spec: SessionSpec;
  /** The labels that a runner needs to reach its servers. */
  runnerLabels: string[];
}

/** A session that its first turn makes. */
export interface NewSession extends PinnedSession {
  origin: ChatTurn['origin'];
  /** Of a session of a visitor. */
  studyId?: string;
  /** Messages that the session begins with. */
  history?: TurnMessage[];
}

/** A stored session without its spec. */
export interface StoredSession {
  id: string;
  organizationId: string;
  projectId: string;
  origin: ChatTurn['origin'];
  ownerId: string | null;
  studyId: string | null;
  visitorId: string | null;
  environmentId: string | null;
  status: ChatSession['status'];
  visibility: ChatSession['visibility'];
  isPinned: boolean;
  isUnread: boolean;
  title: string;
  preview: string;
  settings: ChatSettings;
  /** The labels that a runner needs to reach its servers. */
  runnerLabels: string[];
  version: number;
  turnCount: number;
  messageCount: number;
  openTurnId: string | null;
  createdAt: Date;
  lastActivityAt: Date;
  endedAt: Date | null;
  endReason: string | null;
}

/** The principal of a turn: a caller of the API, or a visitor of a study. */
export interface TurnCaller {
  /** Of the person or the visitor, to whom sessions, their browsers and idempotency keys belong. */
  id: string;
  organizationId: string;
  projectId: string;
  /** For the ledger. */
  keyId?: string | undefined;
}

/** A session in which its caller may take turns and drive the browser. */
export interface OwnConversation {
  sessionId: string;
  caller: TurnCaller;
  /** Undefined before the first turn. */
  session?: StoredSession | undefined;
  /** The session that a first turn is about to make. */
  begins?: NewSession | undefined;
  /** The browser as it was read; undefined where no request for it was made, and before its first grant. */
  browser?: StoredBrowser | undefined;
}

/** The settings that the first turn pinned, or is about to pin; undefined in a session with a browser alone. */
export const pinnedIn = ({ session, begins }: OwnConversation): Omit<PinnedSession, 'spec'> | undefined =>
  session ?? begins;

/** Whether a session belongs to a person, or to a visitor when it is of a study. */
export const isOwnedBy = ({ origin, ownerId, visitorId }: StoredSession, id: string | undefined): boolean =>
  id !== undefined && id === (origin === 'study' ? visitorId : ownerId);

/** How long to wait before another look at a session whose turn is under way, in milliseconds. */
const RETRY_MS = 1_000;

/**
 * @throws CONFLICT with CONTINUATION_NOT_ALLOWED when the session is another's or over, with SESSION_VERSION_CONFLICT when it
 * has changed since the caller read it, with TURN_IN_PROGRESS while a turn is under way or waits for approvals.
 */
export function assertMayContinue(
  session: StoredSession,
  caller: TurnCaller,
  expectedVersion: number | undefined,
): void {
  const { id: sessionId, version, openTurnId } = session;
  const why = whyNotContinued(session, caller);
  if (why !== undefined) throw conflict(why, { reason: reasons.CONTINUATION_NOT_ALLOWED, sessionId });
  if (expectedVersion !== undefined && expectedVersion !== version)
    throw conflict('The session has changed since you read it: read it again.', {
      reason: reasons.SESSION_VERSION_CONFLICT,
      sessionId,
      currentVersion: version,
    });
  if (openTurnId !== null) throw turnInProgress(sessionId, openTurnId);
}

/** CONFLICT with TURN_IN_PROGRESS; `turnId` is null when the turn has just ended. */
export const turnInProgress = (sessionId: string, turnId: string | null): Problem =>
  new Problem(
    'CONFLICT',
    'A turn of this session is under way, or waits for approval of its calls: wait for it, decide on its calls or cancel it.',
    { reason: reasons.TURN_IN_PROGRESS, sessionId, ...(turnId !== null && { turnId }), retryAfterMs: RETRY_MS },
    RETRY_MS / 1_000,
  );

function whyNotContinued(session: StoredSession, caller: TurnCaller): string | undefined {
  const { origin, status, endedAt } = session;
  if (origin === 'agent') return 'An agent turn is not continued: send its messages again with the next one.';
  if (!isOwnedBy(session, caller.id)) return 'Only its owner continues a session.';
  if (endedAt !== null) return 'The session is over: begin another one.';
  return status === 'archived' ? 'The session is archived: restore it, or begin another one.' : undefined;
}

const TITLE_CHARS = 80;
const PREVIEW_CHARS = 200;

/** One line of at most `max` characters. */
const clippedLine = (text: string, max: number): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > max ? `${line.slice(0, max - 1).toWellFormed()}…` : line;
};

/** The title of a session and its preview, from its first message. */
export const titleOf = (message: string): string => clippedLine(message, TITLE_CHARS);
export const previewOf = (message: string): string => clippedLine(message, PREVIEW_CHARS);
