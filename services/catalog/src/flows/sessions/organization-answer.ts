import { given } from '@assay/contract/given';
import type { RawReply } from '@assay/kit/rpc/handle';
import { htmlAnswer } from '@assay/page/html-answer';
import type { Deps } from '../../deps.ts';
import { organizationPage } from '../../domain/sessions/organization-page.ts';
import { findSessionState } from '../../store/sessions/sessions.ts';
import { findBrowserSession } from './browser-session.ts';
import { pathOf, redirectTo, withReturnTo } from './page-paths.ts';

/**
 * The page on which a person chooses an organization, with what was wrong; leads on to `returnTo` where there is no
 * choice, and to the sign-in page without a session.
 */
export async function organizationAnswer(
  deps: Deps,
  sessionToken: string,
  returnTo: string,
  wrong?: string,
): Promise<RawReply> {
  const here = pathOf(deps, '/auth/organization');
  const signIn = withReturnTo(pathOf(deps, '/auth/sign-in'), withReturnTo(here, returnTo));
  const session = await findBrowserSession(deps, sessionToken);
  const state = session && (await findSessionState(deps.pool, session.id));
  if (!state) return redirectTo(signIn, {}, 303);
  const { organizations, organizationId } = state;
  if (organizations.length < 2) return redirectTo(returnTo, {}, 303);
  const page = { action: here, returnTo, signIn, organizations, present: organizationId ?? undefined };
  return htmlAnswer(organizationPage({ ...page, ...given({ wrong }) }), {}, wrong === undefined ? 200 : 404);
}
