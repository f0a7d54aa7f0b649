import { FinderService } from '@assay/mesh/gen/assay/v1/finding';
import { DirectoryService } from '@assay/mesh/gen/assay/v1/catalog';
import type { Caller } from '@assay/kit/security/caller';
import { roleOf } from '@assay/kit/security/role';
import type { Deps } from '../../deps.ts';
import type { FoundRow } from '../../domain/overview/found-object.ts';
import { locateIteration, locateRun, locateRunGroup } from '../../store/overview/found-objects.ts';

type Finder = 'catalog' | 'environments' | 'suites' | 'swarms';

/** The prefixes of ids of this service. */
const own = { run: locateRun, iter: locateIteration, group: locateRunGroup };
/** The other services that have the objects of a prefix. */
const owners: Record<string, Finder> = {
  prj: 'catalog',
  srv: 'catalog',
  env: 'environments',
  client: 'environments',
  study: 'environments',
  suite: 'suites',
  case: 'suites',
  job: 'suites',
  swarm: 'swarms',
  journey: 'swarms',
  jrun: 'swarms',
};

/** The object with an id, if the caller may see its project. */
export async function findObjectById(deps: Deps, caller: Caller, id: string): Promise<FoundRow | undefined> {
  const found = await located(deps, id);
  return found && (await maySee(deps, caller, found.projectId)) ? found : undefined;
}

async function located(deps: Deps, id: string): Promise<FoundRow | undefined> {
  const prefix = id.slice(0, Math.max(0, id.indexOf('_')));
  if (Object.hasOwn(own, prefix)) return own[prefix as keyof typeof own](deps.pool, id);
  if (!Object.hasOwn(owners, prefix)) return undefined;
  return (await deps[owners[prefix]!].call(FinderService.locateObject, { id })).objects[0];
}

async function maySee(
  { catalog }: Deps,
  { organizationId = '', userId = '', keyId, sessionId, projectId, role }: Caller,
  of: string,
): Promise<boolean> {
  if (projectId === of) return role !== undefined;
  const grant = await catalog.call(DirectoryService.authorize, {
    organizationId,
    userId,
    projectId: of,
    keyId,
    sessionId,
  });
  return roleOf(grant.role) !== undefined;
}
