import { roleIncludes, type Role } from '@assay/contract/access';
import { DirectoryService } from '@assay/mesh/gen/assay/v1/catalog';
import { forbidden, notFound } from '@assay/contract/problem';
import type { Caller } from '@assay/kit/security/caller';
import { roleOf } from '@assay/kit/security/role';
import type { Deps } from '../../deps.ts';
import type { StoredSession, TurnCaller } from '../../domain/chat-sessions/chat-session.ts';
import { findSession } from '../../store/chat-sessions/chat-sessions.ts';

/** A project that a caller names outside of a path, and the caller's role in it. */
interface SeenProject {
  projectId: string;
  role: Role | undefined;
}

/** The caller's role in a project now; `default` means the oldest project of the organization. */
export async function seenProject(
  { catalog }: Pick<Deps, 'catalog'>,
  caller: Caller,
  projectId: string,
): Promise<SeenProject> {
  const { organizationId, userId, keyId, sessionId } = caller;
  if (organizationId === undefined || userId === undefined) return { projectId, role: undefined };
  // A credential that is named must still be valid.
  const request = {
    organizationId,
    userId,
    projectId,
    ...(keyId !== undefined && { keyId }),
    ...(sessionId !== undefined && { sessionId }),
  };
  const grant = await catalog.call(DirectoryService.authorize, request, { caller });
  return { projectId: grant.projectId || projectId, role: roleOf(grant.role) };
}

/** The caller as the one of turns in a project. @throws NOT_FOUND, or FORBIDDEN without the role of a member. */
export async function turnCallerIn(
  deps: Pick<Deps, 'catalog'>,
  caller: Caller,
  projectId: string,
): Promise<TurnCaller> {
  const seen = await seenProject(deps, caller, projectId);
  if (seen.role === undefined) throw notFound('project');
  if (!roleIncludes(seen.role, 'member')) throw forbidden('This needs the member role in the project.');
  const { organizationId = '', userId = '', keyId } = caller;
  return { id: userId, userId, organizationId, projectId: seen.projectId, keyId };
}

/** A session that the caller may read, with the caller's role in its project. */
export interface VisibleSession {
  session: StoredSession;
  role: Role;
  isOwn: boolean;
}

/**
 * A session that the caller may read: an own one, one of a study, or one that is shared with the project.
 * @throws NOT_FOUND for any other.
 */
export async function visibleSession(
  deps: Pick<Deps, 'pool' | 'catalog'>,
  caller: Caller,
  sessionId: string,
  projectId?: string,
): Promise<VisibleSession> {
  return assertVisible(deps, caller, await foundSession(deps, sessionId, projectId));
}

/**
 * The same, with `contents`: what `read` finds in the session while the access is checked. A refusal comes before the
 * contents and before an error of their read.
 */
export async function visibleContents<T>(
  deps: Pick<Deps, 'pool' | 'catalog'>,
  caller: Caller,
  { sessionId, projectId }: { sessionId: string; projectId: string | undefined },
  read: (session: StoredSession) => Promise<T>,
): Promise<VisibleSession & { contents: T }> {
  const session = await foundSession(deps, sessionId, projectId);
  const reading = read(session);
  // After a refusal, the read is not awaited.
  reading.catch(() => undefined);
  const visible = await assertVisible(deps, caller, session);
  return { ...visible, contents: await reading };
}

async function foundSession(
  { pool }: Pick<Deps, 'pool'>,
  sessionId: string,
  projectId: string | undefined,
): Promise<StoredSession> {
  const session = await findSession(pool, sessionId);
  if (!session || (projectId !== undefined && session.projectId !== projectId)) throw notFound('chat session');
  return session;
}

async function assertVisible(
  deps: Pick<Deps, 'catalog'>,
  caller: Caller,
  session: StoredSession,
): Promise<VisibleSession> {
  const { role } = await seenProject(deps, caller, session.projectId);
  const isOwn = session.ownerId !== null && session.ownerId === caller.userId;
  const isShared = session.origin === 'study' || session.visibility === 'project';
  if (role === undefined || !(isOwn || isShared)) throw notFound('chat session');
  return { session, role, isOwn };
}

/** A session whose turns the caller may begin, decide on and cancel. @throws NOT_FOUND, or FORBIDDEN for another's. */
export async function ownSession(
  deps: Pick<Deps, 'pool' | 'catalog'>,
  caller: Caller,
  sessionId: string,
): Promise<StoredSession> {
  const { session, role, isOwn } = await visibleSession(deps, caller, sessionId);
  if (!isOwn) throw forbidden('Only its owner can do this with a chat session.');
  if (!roleIncludes(role, 'member')) throw forbidden('This needs the member role in the project.');
  return session;
}
