import { hashOfSecret } from '@assay/kit/security/secret';
import type { Deps } from '../../deps.ts';
import { findSession } from '../../store/sessions/sessions.ts';

/** The session of a browser by the token of its cookie, which is empty without one; undefined without a live session. */
export const findBrowserSession = async ({ pool }: Pick<Deps, 'pool'>, sessionToken: string) =>
  sessionToken === '' ? undefined : findSession(pool, hashOfSecret(sessionToken));
