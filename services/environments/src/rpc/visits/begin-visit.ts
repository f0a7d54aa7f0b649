import { visitorCookieOf, visitorTokensOf } from '@assay/contract/areas/visits/visitor-tokens';
import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { withHeaders } from '@assay/kit/rpc/with-headers';
import { cookieHeader } from '@assay/kit/security/cookie';
import { beginVisit as begin } from '../../actions/visits/begin-visit.ts';
import type { Deps } from '../../deps.ts';
import { studyVisitOf } from '../../domain/visits/visit-view.ts';
import { tokenHashOf } from '../../domain/visits/visitor-hash.ts';
import { openLink } from '../../flows/visits/open-link.ts';
import { findVisitorOf } from '../../flows/visits/proven-visitor.ts';
import { findVisitSession } from '../../store/visits/visit-sessions.ts';

/** A browser is known for this long after it began a visit. */
const COOKIE_AGE = `Max-Age=${30 * 86_400}`;

export const beginVisit = (deps: Deps) =>
  handle(operations.beginVisit, async (_caller, { visitorToken, ...opening }) => {
    const opened = await openLink(deps, opening);
    const tokens = await begin(deps.pool, { ...opened, broughtTokens: visitorTokensOf(visitorToken) });
    const visitor = await findVisitorOf(deps, opened, opening, tokens.map(tokenHashOf));
    return withHeaders(
      studyVisitOf(opened.study, visitor && { session: await findVisitSession(deps.pool, visitor.id) }),
      { 'Set-Cookie': cookieHeader('assay_visitor', visitorCookieOf(tokens), COOKIE_AGE, deps.publicUrl) },
    );
  });
