import { ChatSessionChanged, ChatSessionsDeleted } from '@assay/mesh/events';
import { audit, publishWithAudit } from '@assay/kit/audit/audit';
import type { AuditedChange } from '@assay/kit/audit/change';
import type { Tx } from '@assay/kit/postgres/db';
import { publish } from '@assay/kit/events/outbox';
import type { StoredSession } from '../../domain/chat-sessions/chat-session.ts';

/** At most this many ids travel in one event. */
const BATCH = 500;

/**
 * Tells of a changed session, which is locked, and writes the change of a request into the audit log. Sessions of visitors
 * have no owner whose list they are in.
 */
export async function tellSession(tx: Tx, session: StoredSession, change?: AuditedChange): Promise<void> {
  const { id: sessionId, version, organizationId, projectId, ownerId } = session;
  if (ownerId === null) return change && audit(tx, change);
  const { title, status, visibility, isPinned, isUnread, createdAt, lastActivityAt } = session;
  const changed = {
    sessionId,
    version,
    organizationId,
    projectId,
    ownerId,
    title,
    status,
    visibility,
    isPinned,
    isUnread,
    createdAtMs: createdAt.getTime(),
    lastActivityAtMs: lastActivityAt.getTime(),
  };
  await (change ? publishWithAudit(tx, change, ChatSessionChanged, changed) : publish(tx, ChatSessionChanged, changed));
}

/** Tells of deleted sessions of one organization. */
export async function tellSessionsDeleted(tx: Tx, organizationId: string, sessionIds: string[]): Promise<void> {
  for (let i = 0; i < sessionIds.length; i += BATCH)
    await publish(tx, ChatSessionsDeleted, {
      organizationId,
      sessionIds: sessionIds.slice(i, i + BATCH),
      deletedAtMs: Date.now(),
    });
}
