import { operations } from '@assay/contract/operations';
import { conflict, forbidden } from '@assay/contract/problem';
import { csrfTokenOf } from '@assay/kit/security/csrf';
import { handle } from '@assay/kit/rpc/handle';
import { withHeaders } from '@assay/kit/rpc/with-headers';
import { auditWrongPassword } from '../../actions/audit-log/audit-person.ts';
import { changePassword as change } from '../../actions/passwords/change-password.ts';
import type { Deps } from '../../deps.ts';
import { passwordFault } from '../../domain/passwords/password.ts';
import { giveBackAttempt, limitPasswordCheck } from '../../flows/sessions/sign-in-brakes.ts';
import { hashedPassword, isPassword } from '../../flows/passwords/hashing.ts';
import { refuseFault } from '@assay/contract/fault';
import { sessionCookie } from '../../flows/sessions/session-cookie.ts';
import { findAccountOf } from '../../store/passwords/passwords.ts';

export const changePassword = (deps: Deps) =>
  handle(operations.changePassword, async ({ userId, sessionId }, _target, { current, next }) => {
    const { email, passwordHash: from } = (await findAccountOf(deps.pool, userId!))!;
    if (from === undefined) throw conflict('This account signs in elsewhere and has no password.');
    refuseFault(passwordFault(next, email, '/next'));
    const taken = await limitPasswordCheck(deps, userId!);
    if (!(await isPassword(current, from, 'known'))) {
      await auditWrongPassword(deps.pool, userId!);
      throw forbidden('The current password is wrong.');
    }
    await giveBackAttempt(deps, taken);
    const changed = await change(deps.pool, userId!, sessionId!, { from, to: await hashedPassword(next, 'known') });
    if (!changed) throw conflict('The password was changed meanwhile.');
    const { token, expiresAt, ended: endedSessions } = changed;
    const reply = { changed: true as const, endedSessions, csrfToken: csrfTokenOf(deps.meshSecret, token) };
    return withHeaders(reply, { 'Set-Cookie': sessionCookie(token, expiresAt, deps.publicUrl) });
  });
