import type { Role } from '@assay/contract/access';
import { DirectoryService, type AuthorizeRequest } from '@assay/mesh/gen/assay/v1/catalog';
import type { CallOptions } from '@assay/kit/rpc/client';
import { roleOf } from '@assay/kit/security/role';
import type { Deps } from '../../deps.ts';

/**
 * The present role of a user in a project, with the API key or session of their request; undefined when the project is
 * not visible to them.
 */
export const roleIn = async (
  { catalog }: Pick<Deps, 'catalog'>,
  who: AuthorizeRequest,
  options?: CallOptions,
): Promise<Role | undefined> => roleOf((await catalog.call(DirectoryService.authorize, who, options)).role);
