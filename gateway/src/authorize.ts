import { DirectoryService, Role, type Grant } from '@assay/contract/gen/assay/v1/catalog';
import type { Operation } from '@assay/contract/operation';
import { forbidden, notFound } from '@assay/contract/problem';
import type { Caller } from '@assay/kit/caller';
import type { Channel } from '@assay/kit/client';
import type { Handler, Locals } from './handler.ts';
import { remember } from './remember.ts';

const GRANTED_MS = 10_000;
/** Short, so that a new member gets in a moment after they were added. */
const REFUSED_MS = 1_000;

const names = { [Role.MEMBER]: 'member', [Role.ADMIN]: 'admin' } as const;

/** Makes, for an operation, the handler that holds its access against the key and the project of the path. */
export function authorize(directory: Channel): (operation: Operation) => Handler {
  const grantOf = remember((pair) => look(directory, pair), { max: 10_000, ttlMs: ({ role }) => (role === Role.UNSPECIFIED ? REFUSED_MS : GRANTED_MS) });

  return ({ access, defaultProject = false }) => {
    if (access === 'public') return (_req, res, next) => { res.locals.caller = { requestId: res.locals.requestId }; next(); };
    if (access === 'key') return (_req, res, next) => { res.locals.caller = holderOf(res.locals); next(); };
    return async (req, res, next) => {
      const caller = holderOf(res.locals);
      const asked = req.params.projectId!;
      if (asked === 'default' && !defaultProject) throw notFound('project');
      const { role, projectId } = await grantOf([caller.organizationId, caller.userId, asked].join(' '));
      // A project that is out of reach looks like one that does not exist.
      if (role === Role.UNSPECIFIED) throw notFound('project');
      if (access === 'admin' && role !== Role.ADMIN) throw forbidden('This needs the admin role in the project.');
      // A catalog of the version before answers no id, and knows no `default`.
      req.params.projectId = projectId || asked;
      res.locals.caller = { ...caller, projectId: req.params.projectId, role: names[role] };
      next();
    };
  };
}

function holderOf({ requestId, standing }: Locals): Caller {
  if (standing.refusal) throw standing.refusal;
  const { principal } = standing;
  return { requestId, organizationId: principal.organizationId, userId: principal.userId, keyId: principal.keyId };
}

async function look(directory: Channel, pair: string): Promise<Grant> {
  const [organizationId = '', userId = '', projectId = ''] = pair.split(' ');
  return directory.call(DirectoryService.authorize, { organizationId, userId, projectId });
}
