import { roleIncludes, type Role } from '@assay/contract/access';
import { given } from '@assay/contract/given';
import { DirectoryService } from '@assay/mesh/gen/assay/v1/catalog';
import { forbidden, notFound } from '@assay/contract/problem';
import type { Caller } from '@assay/kit/security/caller';
import { roleOf } from '@assay/kit/security/role';
import type { Deps } from '../../deps.ts';
import { isOwnedBy, type StoredSession, type TurnCaller } from '../../domain/chat-sessions/chat-session.ts';
import { findSession } from '../../store/chat-sessions/chat-sessions.ts';

/** The caller's role in a project now; `default` means the oldest project of the organization. */
export async function seenProject(
  { catalog }: Pick<Deps, 'catalog'>,
  caller: Caller,
  projectId: string,
): Promise<{ projectId: string; role: Role | undefined }> {
  const { organizationId, userId, keyId, sessionId } = caller;
  if (organizationId === undefined || userId === undefined) return { projectId, role: undefined };
  // A credential that is named must still be valid.
  const request = {
    organizationId,
    userId,
    projectId,
    ...given({ keyId, sessionId }),
  };
  const grant = await catalog.call(DirectoryService.authorize, request, { caller });
  return { projectId: grant.projectId || projectId, role: roleOf(grant.role) };
}

/** The caller of turns in a project, whose role is known. */
export const turnCallerOf = ({ organizationId = '', userId = '', keyId }: Caller, projectId: string): TurnCaller => ({
  id: userId,
  organizationId,
  projectId,
  keyId,
});

/** The caller of turns in a project. @throws NOT_FOUND, or FORBIDDEN without the role of a member. */
export async function turnCallerIn(
  deps: Pick<Deps, 'catalog'>,
  caller: Caller,
  projectId: string,
): Promise<TurnCaller> {
  const seen = await seenProject(deps, caller, projectId);
  if (seen.role === undefined) throw notFound('project');
  assertMember(seen.role);
  return turnCallerOf(caller, seen.projectId);
}

/** @throws FORBIDDEN without the role of a member. */
export function assertMember(role: Role): void {
  if (!roleIncludes(role, 'member')) throw forbidden('This needs the member role in the project.');
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
): Promise<StoredSession> {
  const session = await foundSession(deps, sessionId, projectId);
  await assertVisible(deps, caller, session);
  return session;
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
): Promise<{ session: StoredSession; contents: T }> {
  const session = await foundSession(deps, sessionId, projectId);
  const reading = read(session);
  // After a refusal, the read is not awaited.
  reading.catch(() => undefined);
  await assertVisible(deps, caller, session);
  return { session, contents: await reading };
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

/** The role of the caller, who may read the session. @throws NOT_FOUND. */
export async function assertVisible(
  deps: Pick<Deps, 'catalog'>,
  caller: Caller,
  session: StoredSession,
): Promise<Role> {
  const { role } = await seenProject(deps, caller, session.projectId);
  const isShared = session.origin === 'study' || session.visibility === 'project';
  if (role === undefined || !(isShared || isOwnedBy(session, caller.userId))) throw notFound('chat session');
  return role;
}

/** A session whose turns the caller may decide on and cancel. @throws NOT_FOUND, or FORBIDDEN for another's. */
export async function ownSession(
  deps: Pick<Deps, 'pool' | 'catalog'>,
  caller: Caller,
  sessionId: string,
): Promise<StoredSession> {
  const session = await foundSession(deps, sessionId, undefined);
  await assertOwn(deps, caller, session);
  return session;
}

/** Refuses a session that is not the caller's. @throws NOT_FOUND, or FORBIDDEN when it is shared. */
export async function assertOwn(deps: Pick<Deps, 'catalog'>, caller: Caller, session: StoredSession): Promise<void> {
  const role = await assertVisible(deps, caller, session);
  if (!isOwnedBy(session, caller.userId)) throw forbidden('Only its owner can do this with a chat session.');
  assertMember(role);
}
