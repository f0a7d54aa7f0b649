import { ConnectionFailure, type Fetch } from '@assay/sdk';
import type { CommandEnv } from '../command-host.ts';

/** The facts about the last answer that an address gave. */
export interface LastAnswer {
  status: number;
  /** The media type, without parameters; empty when there is none. */
  type: string;
}

/** How the requests of a command travel, and what was last answered. */
export interface Transport {
  fetch: Fetch;
  /** The variable that names the proxy of the address; undefined when requests go straight to it. */
  proxy: string | undefined;
  lastAnswer(): LastAnswer | undefined;
}

/**
 * Opens the way to an address: through the proxy of HTTP_PROXY or HTTPS_PROXY, but for the hosts of NO_PROXY. A page in
 * place of an answer is a ConnectionFailure: the API has none for programs.
 */
export async function openTransport(url: string, env: CommandEnv): Promise<Transport> {
  const proxy = proxyOf(url, env);
  const send = proxy === undefined ? directFetch : await proxiedFetch(env);
  let last: LastAnswer | undefined;
  return {
    proxy,
    lastAnswer: () => last,
    async fetch(target, init) {
      last = undefined;
      const response = await send(target, init);
      const type = (response.headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
      last = { status: response.status, type };
      if (response.ok && type === 'text/html') {
        await response.body?.cancel();
        throw new ConnectionFailure('unreadable', 'fetch', 'the answer is a page.');
      }
      return response;
    },
  };
}

const directFetch: Fetch = async (target, init) => fetch(target, init);

/** The variable with the proxy of an address. Lower case comes first, as in curl and undici. */
function proxyOf(url: string, env: CommandEnv): string | undefined {
  const names = url.startsWith('https:') ? ['https_proxy', 'HTTPS_PROXY'] : ['http_proxy', 'HTTP_PROXY'];
  return names.find((name) => env[name]);
}

/**
 * The agent is loaded only for a proxy, and with the `fetch` of its own version: the one of Node 20 does not speak to it.
 */
async function proxiedFetch(env: CommandEnv): Promise<Fetch> {
  const { EnvHttpProxyAgent, fetch: proxied } = await import('undici');
  const httpProxy = env.http_proxy ?? env.HTTP_PROXY;
  const httpsProxy = env.https_proxy ?? env.HTTPS_PROXY;
  const noProxy = env.no_proxy ?? env.NO_PROXY;
  const agent = new EnvHttpProxyAgent({
    ...(httpProxy && { httpProxy }),
    ...(httpsProxy && { httpsProxy }),
    ...(noProxy !== undefined && { noProxy }),
  });
  return async (target, init) => {
    const response: unknown = await proxied(target, Object.assign({ dispatcher: agent }, init as object));
    return response as Response;
  };
}
