import { operations } from '@assay/contract/operations';
import { Problem } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { ownOrNew } from '@assay/kit/security/secret';
import { htmlAnswer } from '@assay/page/html-answer';
import { cookieOf, deadLinkAnswer, formToken } from '../../flows/server-connections/browser.ts';
import { ConnectionMember } from '../../flows/server-connections/member.ts';
import { endpointsOf, openAuthorizationContext } from '../../flows/server-connections/authorization-context.ts';
import type { Deps } from '../../deps.ts';
import { isFinal, type StoredConnection } from '../../domain/server-connections/connection.ts';
import { consentPage, connectionEndings } from '../../domain/server-connections/connection-pages.ts';
import { findConnection } from '../../store/server-connections/connections.ts';

/** Read-only: browsers prefetch pages, and people reload them. */
export const openConnectionHandoff = (deps: Deps) =>
  handle(operations.openConnectionHandoff, async (_caller, { requestId, browserToken }) => {
    const connection = await findConnection(deps.pool, requestId);
    const isOpen = connection?.status === 'awaiting_authorization' || connection?.status === 'authorizing';
    if (!isOpen) return deadLinkAnswer();
    const token = ownOrNew(browserToken);
    try {
      return htmlAnswer(await asked(deps, connection, token), cookieOf(deps, token));
    } catch (error) {
      if (error instanceof Problem)
        return htmlAnswer(isFinal(error) ? connectionEndings.failed(error.message) : connectionEndings.busy());
      throw error;
    }
  });

async function asked(deps: Deps, connection: StoredConnection, token: string): Promise<string> {
  const { id, projectId, url } = connection;
  const { authorization, tokens } = endpointsOf(openAuthorizationContext(deps, connection)!.discovery);
  const who = await (await new ConnectionMember(deps, connection).inProject(projectId!)).described();
  const { origin, pathname } = new URL(url);
  return consentPage({
    ...who,
    server: `${origin}${pathname}`,
    authorizationHost: authorization.host,
    tokenHost: tokens.host,
    formToken: formToken(token, id),
  });
}
