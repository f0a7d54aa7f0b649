import { setTimeout as delay } from 'node:timers/promises';
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

// The client that the official conformance suite tests: the product's way to connect, with a person who consents to
// everything.
const REDIRECT_URI = 'http://127.0.0.1:9/callback';
const CLIENT_METADATA_URL = 'https://conformance-test.local/client-metadata.json';
const MAX_CONSENTS = 3;

interface Context {
  client_id?: string;
  client_secret?: string;
  private_key_pem?: string;
}

const url = process.argv.at(-1)!;
const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? '';
const context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as Context;
const egress = openEgress(ONE_MACHINE_EGRESS);
let accessToken: string | undefined;
let scopes: string[] = [];
// Without metadata only the owner can say that a server wants OAuth.
const useOAuth = scenario === 'auth/2025-03-26-oauth-endpoint-fallback';
const target: ServerTarget = {
  serverId: 'srv',
  serverName: 'Conformance',
  url,
  egress,
  useOAuth,
  tokens: { token: async () => accessToken },
};
const answers = new ScriptedAnswers([{ method: 'elicitation/create', action: 'accept', times: 10 }]);

async function use(): Promise<void> {
  const session = await connectSession(target, { answers });
  const tools = session.info.capabilities['tools'] ? await session.listAllTools() : [];
  for (const { name } of tools) await session.callTool(name, name === 'add_numbers' ? { a: 5, b: 3 } : {});
  await delay(scenario === 'sse-retry' ? 3_000 : 0);
  await session.close();
}

function mayBeGranted({ code, details }: Problem): boolean {
  return code === 'OAUTH_REQUIRED' || details?.['insufficientScope'] === true;
}

async function authorize({ details = {} }: Problem): Promise<void> {
  const { resourceMetadataUrl, scope, requiredScope } = details as Record<string, string | undefined>;
  const asked = requiredScope ?? scope;
  const discovery = await discoverOAuth(target, {
    ...(resourceMetadataUrl && { resourceMetadataUrl }),
    ...(asked && { scope: asked }),
  });
  scopes = [...new Set([...scopes, ...(discovery.scopes ?? [])])];
  const saved =
    context.client_id === undefined
      ? undefined
      : { client_id: context.client_id, client_secret: context.private_key_pem ?? context.client_secret ?? '' };
  const tokens = scenario.includes('client-credentials')
    ? await asItself(discovery, saved!)
    : await asPerson(discovery, saved);
  accessToken = tokens.access_token;
  scopes = [...new Set([...scopes, ...scopesOf(tokens)])];
}

const asItself = (discovery: OAuthDiscovery, client: OAuthClient) =>
  clientCredentials({
    server: { ...discovery, authorizationServerUrl: assertUsableDiscovery(discovery) },
    client,
    egress,
    scopes,
    signal: AbortSignal.timeout(10_000),
    ...(discovery.resource && { resource: discovery.resource }),
  });

async function asPerson(discovery: OAuthDiscovery, saved: OAuthClient | undefined) {
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
  const code = back.searchParams.get('code')!;
  return finishAuthorization({
    discovery,
    client,
    redirectUri: REDIRECT_URI,
    code,
    codeVerifier,
    iss: back.searchParams.get('iss') ?? undefined,
    egress,
  });
}

for (let consents = 0; ; consents += 1) {
  try {
    await use();
    break;
  } catch (error) {
    if (!(error instanceof Problem) || consents === MAX_CONSENTS || !mayBeGranted(error)) throw error;
    await authorize(error);
  }
}
