import { notFound } from '@assay/contract/problem';
import { hashOfSecret } from '@assay/kit/security/secret';
import { resetPassword as reset } from '../../actions/passwords/reset-password.ts';
import type { Deps } from '../../deps.ts';
import { passwordFault } from '../../domain/passwords/password.ts';
import { refuseFault } from '@assay/contract/fault';
import { ownsAllOf } from '../../store/members/memberships.ts';
import { findPasswordReset, type PasswordReset } from '../../store/passwords/password-resets.ts';
import { hashedPassword } from './hashing.ts';

/**
 * The password reset of a token while it is valid: its maker must still own every organization that the person belongs
 * to.
 */
export async function readPasswordReset(
  { pool }: Pick<Deps, 'pool'>,
  token: string,
): Promise<PasswordReset | undefined> {
  const found = await findPasswordReset(pool, hashOfSecret(token));
  return found && (await ownsAllOf(pool, found.madeBy, found.userId)) ? found : undefined;
}

/** Replaces the password of the person behind a reset link; answers the number of ended sessions. */
export async function resetPassword({ pool }: Pick<Deps, 'pool'>, token: string, password: string): Promise<number> {
  const found = await readPasswordReset({ pool }, token);
  if (!found) throw notFound('password reset');
  refuseFault(passwordFault(password, found.email, '/password'));
  const ended = await reset(pool, found, hashOfSecret(token), await hashedPassword(password));
  if (ended === undefined) throw notFound('password reset');
  return ended;
}
