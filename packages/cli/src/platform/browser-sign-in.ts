import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Fetch } from '@assay/sdk';
import { CommandFailure } from '../command-failure.ts';
import { exitCodes } from '../exit-codes.ts';
import { COMMAND_LINE, OAuthRefusal, requestTokens, type AuthorizationServer, type GrantTokens } from './oauth.ts';

/** How long the person may take, in milliseconds. */
const WAIT_MS = 600_000;

/**
 * Signs in with the browser of this machine: authorization code with PKCE, whose answer comes to a server on the loopback
 * address (RFC 8252, section 7.3). `show` tells the address of the page. Throws CommandFailure.
 */
export async function signInByBrowser(
  fetch: Fetch,
  { issuer, authorizationEndpoint, tokenEndpoint }: AuthorizationServer,
  show: (page: string) => Promise<void>,
  interrupted: AbortSignal,
): Promise<GrantTokens> {
  const [state, verifier] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
  const signal = AbortSignal.any([interrupted, AbortSignal.timeout(WAIT_MS)]);
  const { redirectUri, answered, close } = await listenForAnswer({ state, issuer }, signal);
  try {
    const page = new URL(authorizationEndpoint);
    const query = {
      response_type: 'code',
      client_id: COMMAND_LINE,
      redirect_uri: redirectUri,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      state,
    };
    for (const [name, value] of Object.entries(query)) page.searchParams.set(name, value);
    await show(page.href);
    const answer = await answered;
    const code = answer.get('code');
    if (code === null) throw refused(answer.get('error') ?? 'no code', answer.get('error_description'));
    return await requestTokens(
      fetch,
      tokenEndpoint,
      {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
        client_id: COMMAND_LINE,
      },
      interrupted,
    );
  } catch (error) {
    if (error instanceof OAuthRefusal) throw refused(error.code, error.message);
    if (signal.aborted && !interrupted.aborted)
      throw new CommandFailure(exitCodes.refused, 'the browser did not come back in time.', ['assay login --device']);
    throw error;
  } finally {
    close();
  }
}

/** Listens for the one answer with our state; requests of other programs change nothing. */
async function listenForAnswer(expected: { state: string; issuer: string }, signal: AbortSignal) {
  const server = createServer();
  const answered = new Promise<URLSearchParams>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    server.on('request', (req, res) => {
      const { pathname, searchParams } = new URL(req.url!, 'http://127.0.0.1');
      // The answer names its server, so that no other server's code is accepted (RFC 9207).
      const isOurs =
        pathname === '/callback' &&
        searchParams.get('state') === expected.state &&
        (searchParams.get('iss') ?? expected.issuer) === expected.issuer;
      const text = isOurs ? 'Assay: you can close this page and go back to the terminal.' : 'Not found.';
      res.writeHead(isOurs ? 200 : 404, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
      res.end(text, () => {
        if (isOurs) resolve(searchParams);
      });
    });
  });
  // A sign-in that ended before has told why.
  answered.catch(() => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    redirectUri: `http://127.0.0.1:${port}/callback`,
    answered,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const refused = (code: string, description: string | null): CommandFailure =>
  new CommandFailure(
    exitCodes.refused,
    code === 'access_denied' ? 'the sign-in was denied.' : `the sign-in failed: ${description ?? code}`,
    ['assay login'],
  );
