import { setTimeout as pause } from 'node:timers/promises';
import type { SignIn } from '@assay/contract/areas/sessions/documents';
import { Problem } from '@assay/contract/problem';
import { networkOf } from '@assay/kit/requests/network';
import { auditWrongPassword } from '../../actions/audit-log/audit-person.ts';
import { beginSession } from '../../actions/sessions/begin-session.ts';
import type { OpenedSession } from '../../actions/sessions/open-session.ts';
import type { Deps } from '../../deps.ts';
import { canonicalEmail } from '../../domain/account/email.ts';
import { DUMMY_HASH } from '../../domain/passwords/password.ts';
import { findAccount } from '../../store/passwords/passwords.ts';
import { deviceCookie, knownDevice } from './known-device.ts';
import { sessionCookie } from './session-cookie.ts';
import { inAttempt } from './sign-in-attempts.ts';
import { giveBackAttempt, limitSignIn } from './sign-in-brakes.ts';
import { isPassword } from '../passwords/hashing.ts';

/**
 * The least time to the refusal of a wrong password, in milliseconds. The audit entry of an existing account is written
 * within it, so that timing does not reveal which accounts exist.
 */
const REFUSAL_MS = 250;

/** The client's address and user agent, and the tokens of its present session and of earlier sign-ins. */
export interface SignInBrowser {
  clientAddress: string;
  userAgent: string;
  sessionToken: string;
  deviceToken: string;
}

/** A new session, and the `Set-Cookie` headers that store it and mark the browser. */
export type SignedInBrowser = OpenedSession & { cookies: string };

/** Signs in with a password. The refusal does not reveal whether the account exists. */
export async function signInWithPassword(
  deps: Deps,
  { email, password }: SignIn,
  { clientAddress, userAgent, sessionToken, deviceToken }: SignInBrowser,
): Promise<SignedInBrowser> {
  const address = canonicalEmail(email);
  const device = knownDevice(deps, address, deviceToken);
  const sender = device === undefined ? 'stranger' : 'known';
  const { account, opened, taken } = await inAttempt(sender, async () => {
    const tokens = await limitSignIn(deps, address, { clientAddress, device });
    const found = await findAccount(deps.pool, address);
    const isRight = await isPassword(password, found?.passwordHash ?? DUMMY_HASH, sender).catch(
      async (error: unknown) => {
        await giveBackAttempt(deps, tokens);
        throw error;
      },
    );
    const session =
      found?.passwordHash !== undefined && isRight
        ? await beginSession(
            deps.pool,
            { userId: found.userId, method: 'password', userAgent, sessionToken },
            found.passwordHash,
          )
        : undefined;
    return { account: found, opened: session, taken: tokens };
  });
  if (opened) {
    await giveBackAttempt(deps, taken);
    const cookies = [
      sessionCookie(opened.token, opened.expiresAt, deps.publicUrl),
      deviceCookie(deps, address, device),
    ];
    return { ...opened, cookies: cookies.join('\n') };
  }
  await Promise.all([
    pause(REFUSAL_MS),
    account && auditWrongPassword(deps.pool, account.userId, { network: networkOf(clientAddress), userAgent }),
  ]);
  throw new Problem('UNAUTHORIZED', 'The e-mail address or the password is wrong.');
}
