import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import { Problem } from '@assay/contract/problem';
import { connectSession } from '../src/connect.ts';
import { beginAuthorization, finishAuthorization, assertUsableDiscovery } from '../src/oauth/authorization-code.ts';
import type { OAuthClient } from '../src/oauth/client.ts';
import { discoverOAuth, type OAuthDiscovery } from '../src/oauth/discover.ts';
import { scopesOf } from '../src/oauth/validated-tokens.ts';
import { obtainClient } from '../src/oauth/register.ts';
import { clientCredentials } from '../src/oauth/token-requests.ts';
import { ScriptedAnswers } from '../src/requests/scripted-answers.ts';
import type { ServerTarget } from '../src/target.ts';

const REDIRECT_URI = 'http://127.0.0.1:9/callback';
const CLIENT_METADATA_URL = 'https://conformance-test.local/client-metadata.json';
const MAX_CONSENTS = 3;

/** The suite's order to a client: the server of a scenario, and the client that is registered there, if one is. */
export interface ClientTask {
  scenario: string;
  url: string;
  context: { client_id?: string; client_secret?: string; private_key_pem?: string };
}

/**
 * The client that the official conformance suite tests: the product's way to connect, with a person who consents to
 * everything. It lists the server's tools and calls each of them.
 */
export async function playScenario(task: ClientTask): Promise<void> {
  const client = new ConsentingClient(task);
  for (let consents = 0; ; consents += 1) {
    try {
      return await client.use();
    } catch (error) {
      if (!(error instanceof Problem) || consents === MAX_CONSENTS || !mayBeGranted(error)) throw error;
      await client.authorize(error);
    }
  }
}

function mayBeGranted({ code, details }: Problem): boolean {
  return code === 'OAUTH_REQUIRED' || details?.['insufficientScope'] === true;
}

class ConsentingClient {
  readonly #task: ClientTask;
  readonly #egress = openEgress(ONE_MACHINE_EGRESS);
  readonly #target: ServerTarget;
  #accessToken: string | undefined;
  #scopes: string[] = [];

  constructor(task: ClientTask) {
    this.#task = task;
    this.#target = {
      serverId: 'srv',
      serverName: 'Conformance',
      url: task.url,
      egress: this.#egress,
      // Without metadata only the owner can say that a server wants OAuth.
      useOAuth: task.scenario === 'auth/2025-03-26-oauth-endpoint-fallback',
      tokens: { token: async () => this.#accessToken },
    };
  }

  async use(): Promise<void> {
    const answers = new ScriptedAnswers([{ method: 'elicitation/create', action: 'accept', times: 10 }]);
    const session = await connectSession(this.#target, { answers });
    try {
      const tools = session.info.capabilities['tools'] ? await session.listAllTools() : [];
      for (const { name } of tools) await session.callTool(name, name === 'add_numbers' ? { a: 5, b: 3 } : {});
    } finally {
      await session.close();
    }
  }

  async authorize({ details = {} }: Problem): Promise<void> {
    const { resourceMetadataUrl, scope, requiredScope } = details as Record<string, string | undefined>;
    const asked = requiredScope ?? scope;
    const discovery = await discoverOAuth(this.#target, {
      ...(resourceMetadataUrl && { resourceMetadataUrl }),
      ...(asked && { scope: asked }),
    });
    this.#scopes = [...new Set([...this.#scopes, ...(discovery.scopes ?? [])])];
    const { client_id, client_secret, private_key_pem } = this.#task.context;
    const saved =
      client_id === undefined ? undefined : { client_id, client_secret: private_key_pem ?? client_secret ?? '' };
    const tokens = this.#task.scenario.includes('client-credentials')
      ? await this.#tokensOfItself(discovery, saved!)
      : await this.#tokensOfPerson(discovery, saved);
    this.#accessToken = tokens.access_token;
    this.#scopes = [...new Set([...this.#scopes, ...scopesOf(tokens)])];
  }

  #tokensOfItself(discovery: OAuthDiscovery, client: OAuthClient) {
    return clientCredentials({
      server: { ...discovery, authorizationServerUrl: assertUsableDiscovery(discovery) },
      client,
      egress: this.#egress,
      scopes: this.#scopes,
      signal: AbortSignal.timeout(10_000),
      ...(discovery.resource && { resource: discovery.resource }),
    });
  }

  async #tokensOfPerson(discovery: OAuthDiscovery, saved: OAuthClient | undefined) {
    const [egress, scopes] = [this.#egress, this.#scopes];
    const client = await obtainClient({
      discovery,
      redirectUri: REDIRECT_URI,
      saved,
      clientMetadataUrl: CLIENT_METADATA_URL,
      scopes,
      egress,
    });
    const {
      url: start,
      state,
      codeVerifier,
    } = await beginAuthorization({ discovery, client, redirectUri: REDIRECT_URI, scopes });
    const back = new URL((await egress.fetch(start, { redirect: 'manual' })).headers.get('location')!);
    if ((back.searchParams.get('state') ?? state) !== state) throw new Error('The answer is to another question.');
    return finishAuthorization({
      discovery,
      client,
      redirectUri: REDIRECT_URI,
      code: back.searchParams.get('code')!,
      codeVerifier,
      iss: back.searchParams.get('iss') ?? undefined,
      egress,
    });
  }
}
