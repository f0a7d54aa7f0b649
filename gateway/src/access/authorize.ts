import { memoize } from '@assay/kit/concurrency/memoize';
import { assertAccess, noVisitProblem } from '@assay/contract/access';
import { DirectoryService, Role, type Grant } from '@assay/mesh/gen/assay/v1/catalog';
import type { Operation } from '@assay/contract/operation';
import { notFound } from '@assay/contract/problem';
import type { Logger } from '@assay/kit/log';
import type { Caller } from '@assay/kit/security/caller';
import { roleOf } from '@assay/kit/security/role';
import type { AuthenticationOptions } from './authenticate.ts';
import type { ApiHandler } from '../http/handler.ts';
import { ownOriginOf } from '../mcp/own-request.ts';
import { LOOK_MS } from './credential-lookup.ts';
import { refusalNotes } from './note-refusal.ts';

const GRANTED_MS = 60_000;
/** Short, so that a new project can be used a moment after its creation. */
const REFUSED_MS = 1_000;

/** Makes the handler of an operation that checks its access rule for the caller and the ids of the path. */
export function authorize({
  directory,
  accessVersion,
  log,
}: Pick<AuthenticationOptions, 'directory' | 'accessVersion'> & { log: Logger }): (operation: Operation) => ApiHandler {
  const look = (triple: string): Promise<Grant> => {
    const [organizationId = '', userId = '', projectId = ''] = triple.split(' ');
    return directory.call(DirectoryService.authorize, { organizationId, userId, projectId }, { timeoutMs: LOOK_MS });
  };
  const grantOf = memoize(look, {
    max: 10_000,
    version: accessVersion,
    ttlMs: ({ role }) => (role === Role.UNSPECIFIED ? REFUSED_MS : GRANTED_MS),
  });

  const noteRefusal = refusalNotes(directory, log);

  return (operation) => {
    const { access, path, defaultProject = false } = operation;
    if (access === 'public')
      return (_req, { locals }, next) => {
        if (locals.upload?.refusal) throw locals.upload.refusal;
        locals.caller = { requestId: locals.requestId };
        next();
      };
    if (access === 'visitor')
      return (_req, { locals }, next) => {
        locals.caller = { requestId: locals.requestId, visitorHash: locals.credential.hash };
        next();
      };
    const inProject = path.startsWith('/projects/{projectId}');
    return async (req, res, next) => {
      const { params } = req;
      const { requestId, credential } = res.locals;
      if (!credential.who) throw credential.refusal ?? noVisitProblem();
      // The gateway makes requests to itself for calls of tools alone.
      let caller: Caller = { ...credential.who.holder, requestId, ...(ownOriginOf(req) && { isAgent: true as const }) };
      if (inProject && caller.organizationId !== undefined) {
        if (params.projectId === 'default' && !defaultProject) throw notFound('project');
        const { role: wire, projectId } = await grantOf(
          `${caller.organizationId} ${caller.userId} ${params.projectId}`,
        );
        const role = roleOf(wire);
        // A project without access looks like a missing one, except where the service decides about the object itself.
        if (role === undefined && access !== 'key') throw notFound('project');
        // The credential of an agent turn is good for its own project alone.
        if (credential.agent && credential.agent.projectId !== projectId) throw notFound('project');
        if (role !== undefined) {
          params.projectId = projectId;
          caller = { ...caller, projectId, role };
        }
      }
      try {
        assertAccess(operation, caller, params);
      } catch (error) {
        noteRefusal({
          operation,
          caller,
          params,
          error,
        });
        throw error;
      }
      res.locals.caller = caller;
      next();
    };
  };
}
