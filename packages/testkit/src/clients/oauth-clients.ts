import { join } from 'node:path';
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
  type OAuthDiscoveryState,
} from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const INFO = { name: 'test', version: '1' };
const CALLBACK = 'http://127.0.0.1:53682/callback';

/** The official client in Python as a program, whose argument is the address of `/mcp`. */
export const oauthClientScript = join(import.meta.dirname, 'oauth_client.py');

/** Opens an authorization URL as a person does; answers the address that the browser is redirected to. */
export type Consent = (authorizationUrl: URL) => Promise<URL>;

/** An MCP client's memory of its sign-in. */
export function oauthProvider() {
  const kept: {
    client?: { client_id: string } | undefined;
    tokens?: { access_token: string; token_type: string; refresh_token?: string } | undefined;
    discovery?: OAuthDiscoveryState | undefined;
    verifier?: string;
    authorizationUrl?: URL;
  } = {};
  return {
    kept,
    redirectUrl: CALLBACK,
    clientMetadata: { client_name: 'Test agent', redirect_uris: [CALLBACK] },
    state: () => 'a state',
    clientInformation: () => kept.client,
    saveClientInformation(client: { client_id: string }) {
      kept.client = client;
    },
    tokens: () => kept.tokens,
    saveTokens(tokens: { access_token: string; token_type: string; refresh_token?: string }) {
      kept.tokens = tokens;
    },
    discoveryState: () => kept.discovery,
    saveDiscoveryState(state: OAuthDiscoveryState) {
      kept.discovery = state;
    },
    invalidateCredentials(which: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery') {
      if (which === 'all' || which === 'client') delete kept.client;
      if (which === 'all' || which === 'tokens') delete kept.tokens;
      if (which === 'all' || which === 'discovery') delete kept.discovery;
    },
    redirectToAuthorization(url: URL) {
      kept.authorizationUrl = url;
    },
    saveCodeVerifier(verifier: string) {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier!,
  };
}
export type TestOAuthProvider = ReturnType<typeof oauthProvider>;

const isUnauthorized = (error: unknown): boolean => (error as Error).constructor.name === 'UnauthorizedError';

/**
 * The official clients of both lines of the SDK, which know nothing but the address of `/mcp`: they discover the
 * authorization server, register there, lead their person to the consent page and exchange the code.
 */
export const oauthClients = {
  'the 1.x client': async (origin: string, provider: TestOAuthProvider, consent: Consent): Promise<Client> => {
    const transport = () => new StreamableHTTPClientTransport(new URL('/mcp', origin), { authProvider: provider });
    const first = transport();
    await new Client(INFO).connect(first).catch(async (error: unknown) => {
      if (!isUnauthorized(error)) throw error;
      await first.finishAuth((await consent(provider.kept.authorizationUrl!)).searchParams.get('code')!);
    });
    const client = new Client(INFO);
    await client.connect(transport());
    return client;
  },
  'the 2.x client': async (origin: string, provider: TestOAuthProvider, consent: Consent): Promise<ModernClient> => {
    const transport = () => new ModernTransport(new URL('/mcp', origin), { authProvider: provider });
    const connected = () => new ModernClient(INFO, { versionNegotiation: { mode: 'auto' } });
    const first = transport();
    await connected()
      .connect(first)
      .catch(async (error: unknown) => {
        if (!isUnauthorized(error)) throw error;
        await first.finishAuth((await consent(provider.kept.authorizationUrl!)).searchParams);
      });
    const client = connected();
    await client.connect(transport());
    return client;
  },
};
