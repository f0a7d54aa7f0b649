import { roleIncludes, type Role } from '@assay/contract/access';
import { forbidden, reasons } from '@assay/contract/problem';
import { givenSecretIds } from './secret-references.ts';
import type { ServerConfig } from './server-input.ts';

/**
 * Lets only admins of the project give a secret to a server: it is sent the value, so that a member with a server of
 * their own could read any secret. @throws FORBIDDEN for others, who may keep the secrets that a server uses.
 */
export function assertMayGiveSecrets(role: Role | undefined, next: ServerConfig, current?: ServerConfig): void {
  const [secretId] = givenSecretIds(next, current);
  if (secretId === undefined || roleIncludes(role, 'admin')) return;
  throw forbidden('Only admins of the project give secrets to servers: ask one of them to save this server.', {
    reason: reasons.SECRETS_NEED_ADMIN,
    secretId,
  });
}
