import { operations } from '@assay/contract/operations';
import { CONFIDENTIAL_CLIENT, startAuthorizationServer } from '@assay/testkit/identity/authorization-server';
import { startProtectedServer, type ProtectedServer } from '@assay/testkit/mcp-servers/protected-server';
import { consent, startFleet, type Fleet } from './fleet.ts';

export const clientInformation = {
  clientId: CONFIDENTIAL_CLIENT.client_id,
  clientSecret: CONFIDENTIAL_CLIENT.client_secret,
};

type Address = ReturnType<Fleet['save']>;
interface Import {
  lifetime?: number;
  client?: { client_id: string; client_secret?: string };
  change?: object;
}

/** Two replicas, an authorization server, and for each test a new server behind it that has no grant. */
export async function startGrants() {
  const [fleet, authorization] = await Promise.all([startFleet(2), startAuthorizationServer()]);
  let server: ProtectedServer | undefined;
  const current = () => server!;

  return {
    fleet,
    authorization,
    server: current,
    refreshes: () => authorization.granted['refresh_token'] ?? 0,
    async begin() {
      await server?.stop();
      server = await startProtectedServer(authorization);
      authorization.breakTokens(undefined);
      authorization.setLifetime(60);
      authorization.refused.length = 0;
      for (const type of Object.keys(authorization.granted)) delete authorization.granted[type];
    },
    /** Calls the server's tool; returns the access token that the server saw. */
    async whoami(at: Address, options: Parameters<Fleet['call']>[3] = {}): Promise<string> {
      const { content } = (await fleet.call(operations.callTool, at, { toolName: 'whoami' }, options)) as {
        content: { text: string }[];
      };
      return content[0]!.text;
    },
    /** A saved server with imported tokens. */
    async imported({ lifetime = 60, client = CONFIDENTIAL_CLIENT, change = {} }: Import = {}) {
      authorization.setLifetime(lifetime);
      const { url } = current();
      const tokens = await consent(url, authorization, client);
      const at = fleet.save(url);
      const information = {
        clientId: client.client_id,
        ...(client.client_secret && { clientSecret: client.client_secret }),
      };
      const reply = await fleet.call(operations.importOAuthTokens, at, {
        serverUrl: url,
        tokens: { ...tokens, ...change },
        clientInformation: information,
      });
      return { at, tokens, reply };
    },
    async stop() {
      authorization.breakTokens(undefined);
      await Promise.all([fleet, authorization, current()].map((each) => each.stop()));
    },
  };
}

export type Grants = Awaited<ReturnType<typeof startGrants>>;
