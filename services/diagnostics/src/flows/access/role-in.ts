import type { Role } from '@assay/contract/access';
import { DirectoryService, type AuthorizeRequest } from '@assay/contract/gen/assay/v1/catalog';
import type { CallOptions } from '@assay/kit/rpc/client';
import { roleOf } from '@assay/kit/security/role';
import type { Deps } from '../../deps.ts';

/** What somebody may do in a project at the moment, with the key or session they asked with; undefined where it is not theirs to see. */
export const roleIn = async (
  { catalog }: Pick<Deps, 'catalog'>,
  who: AuthorizeRequest,
  options?: CallOptions,
): Promise<Role | undefined> => roleOf((await catalog.call(DirectoryService.authorize, who, options)).role);
