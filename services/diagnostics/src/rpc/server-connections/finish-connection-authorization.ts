import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import { operations } from '@assay/contract/operations';
import { Problem } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { inFlight, runInFlight } from '@assay/kit/requests/in-flight';
import { hashOfSecret } from '@assay/kit/security/secret';
import { queryTexts } from '@assay/page/form';
import { htmlAnswer } from '@assay/page/html-answer';
import { deadLinkAnswer } from '../../flows/server-connections/browser.ts';
import { takeGrant } from '../../flows/server-connections/take-grant.ts';
import { isSecretOf, openAuthorizationContext } from '../../flows/server-connections/authorization-context.ts';
import type { Deps } from '../../deps.ts';
import { toError } from '../../domain/server-connections/connection.ts';
import { connectionEndings } from '../../domain/server-connections/connection-pages.ts';
import { advanceConnection, findConnectionByState } from '../../store/server-connections/connections.ts';

/** The timeout of exchanging a code for a grant and validating it, in milliseconds. */
const TAKE_MS = 40_000;

export const finishConnectionAuthorization = (deps: Deps) =>
  handle(operations.finishConnectionAuthorization, async (_caller, { browserToken }, answer) => {
    const { state, code, iss, error } = queryTexts(answer);
    const connection = state === undefined ? undefined : await findConnectionByState(deps.pool, hashOfSecret(state));
    if (connection?.status !== 'authorizing') return deadLinkAnswer();
    if (!isSecretOf(connection.browserHash, browserToken)) return htmlAnswer(connectionEndings.otherBrowser());
    const way = openAuthorizationContext(deps, connection)!;
    // A second return with the same answer finds no connection in `authorizing`.
    if (!(await advanceConnection(deps.pool, connection.id, ['authorizing'], 'validating'))) return deadLinkAnswer();
    if (error !== undefined || code === undefined) {
      const refused = new Problem(
        'OAUTH_REQUIRED',
        error === 'access_denied'
          ? 'Access was denied at the authorization server.'
          : 'The authorization server gave no grant.',
      );
      await advanceConnection(deps.pool, connection.id, ['validating'], 'failed', { error: toError(refused) });
      return htmlAnswer(connectionEndings.refused());
    }
    return htmlAnswer(await unhurried(() => takeGrant(deps, connection, way, code, iss)));
  });

/** A code works only once: the work on it continues even when the browser disconnects. */
const unhurried = <T>(work: () => Promise<T>): Promise<T> =>
  runInFlight(
    {
      caller: inFlight()?.caller,
      method: rpcOf(operations.finishConnectionAuthorization).path,
      deadline: Date.now() + TAKE_MS,
      signal: AbortSignal.timeout(TAKE_MS),
    },
    work,
  );
