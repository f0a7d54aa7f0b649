import { ConnectionFailure, type Fetch } from '@assay/sdk';

/** The id of the command line, which every installation knows as an application. */
export const COMMAND_LINE = 'assay-cli';

/** The addresses of the platform's own authorization server (RFC 8414). */
export interface AuthorizationServer {
  issuer: string;
  authorizationEndpoint: string;
  tokenEndpoint: string;
  deviceAuthorizationEndpoint: string;
  revocationEndpoint: string;
}

/** The tokens of a grant as a login keeps them. */
export interface GrantTokens {
  accessToken: string;
  refreshToken: string;
  /** In milliseconds since 1970. */
  expiresAt: number;
}

/** The authorization server refused a request: an error of RFC 6749, section 5.2, or of RFC 8628. */
export class OAuthRefusal extends Error {
  readonly code: string;

  constructor(code: string, description: string | undefined) {
    super(description ?? code);
    this.code = code;
  }
}

/** The longest time of one request, in milliseconds. */
const TIMEOUT_MS = 30_000;

/** The authorization server of a platform; undefined when it has none. Throws ConnectionFailure. */
export async function findAuthorizationServer(fetch: Fetch, url: string): Promise<AuthorizationServer | undefined> {
  const { origin } = new URL(url);
  // Below the address, because a proxy that serves a platform under a path passes nothing else on.
  const { status, body } = await send(fetch, `${url}/.well-known/oauth-authorization-server`, { method: 'GET' });
  if (status === 404) return undefined;
  const {
    issuer,
    authorization_endpoint: authorizationEndpoint,
    token_endpoint: tokenEndpoint,
    device_authorization_endpoint: deviceAuthorizationEndpoint,
    revocation_endpoint: revocationEndpoint,
  } = body;
  const endpoints = { issuer, authorizationEndpoint, tokenEndpoint, deviceAuthorizationEndpoint, revocationEndpoint };
  // Tokens and codes are sent to the platform's own origin alone, even if the document names another one.
  const isOwn = Object.values(endpoints).every(
    (each) => typeof each === 'string' && URL.canParse(each) && new URL(each).origin === origin,
  );
  if (status !== 200 || !isOwn)
    throw new ConnectionFailure(
      'unreadable',
      'metadata',
      `the authorization server of ${url} names endpoints of another origin: its PUBLIC_URL is not this address.`,
    );
  return endpoints as AuthorizationServer;
}

/** Asks the token endpoint. Throws OAuthRefusal. */
export async function requestTokens(
  fetch: Fetch,
  endpoint: string,
  form: Record<string, string>,
  signal?: AbortSignal,
): Promise<GrantTokens> {
  const asked = Date.now();
  const body = await post(fetch, endpoint, form, signal);
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: lifeS } = body;
  if (typeof accessToken !== 'string' || typeof refreshToken !== 'string' || typeof lifeS !== 'number')
    throw new ConnectionFailure('unreadable', 'tokens', 'the authorization server answered without tokens.');
  return { accessToken, refreshToken, expiresAt: asked + lifeS * 1_000 };
}

/** Sends a form to an endpoint of OAuth. Throws OAuthRefusal. */
export async function post(
  fetch: Fetch,
  endpoint: string,
  form: Record<string, string>,
  signal?: AbortSignal,
): Promise<Record<string, unknown>> {
  const { status, body } = await send(fetch, endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
    ...(signal && { signal }),
  });
  if (status < 400) return body;
  const { error, error_description: description, code, message } = body;
  const isText = (value: unknown): value is string => typeof value === 'string';
  throw new OAuthRefusal([error, code].find(isText) ?? `HTTP ${status}`, [description, message].find(isText));
}

async function send(
  fetch: Fetch,
  target: string,
  init: RequestInit,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
  try {
    const response = await fetch(target, { ...init, redirect: 'manual', signal });
    return { status: response.status, body: objectIn(await response.text()) };
  } catch (error) {
    if (error instanceof ConnectionFailure || init.signal?.aborted) throw error;
    const kind = limit.aborted ? 'timeout' : 'network';
    throw new ConnectionFailure(kind, 'oauth', 'the connection failed.', error);
  }
}

function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
