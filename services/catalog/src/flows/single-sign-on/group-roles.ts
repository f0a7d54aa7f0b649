import { GroupRoles } from '@assay/contract/areas/single-sign-on/documents';
import { ConfigError } from '@assay/kit/env';
import { schemaChecker } from '@assay/kit/json/schema';
import type { GroupRole } from '../../domain/single-sign-on/assign-roles.ts';

const issuesOf = schemaChecker(GroupRoles);

/** The operator's mapping of groups, parsed from JSON. @throws ConfigError with every fault. */
export function readGroupRoles(text: string): GroupRole[] {
  const mapping = parsed(text);
  const faults = mapping === undefined ? [{ path: '', message: 'is not JSON' }] : issuesOf(mapping);
  if (faults.length > 0) throw new ConfigError(faults.map(({ path, message }) => `OIDC_GROUP_ROLES${path} ${message}`));
  return Object.entries(mapping as GroupRoles).map(([group, rule]) => ({ group, ...rule }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
