import { listenLocally, type ListeningServer } from './listen.ts';

export interface RegistryEntry {
  server: Record<string, unknown>;
  _meta?: Record<string, unknown>;
}

/** An entry as the official registry lists it. */
export const registryEntry = (
  name: string,
  version: string,
  server: object = {},
  official: object = {},
): RegistryEntry => ({
  server: {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name,
    description: `About ${name}`,
    version,
    ...server,
  },
  _meta: {
    'io.modelcontextprotocol.registry/official': {
      status: 'active',
      publishedAt: '2026-01-02T03:04:05Z',
      updatedAt: '2026-01-02T03:04:05Z',
      isLatest: true,
      ...official,
    },
  },
});

/** A registry over HTTP with pages of `pageSize` entries, which can be made to fail. */
export async function startRegistry(
  entries: unknown[],
  { pageSize = 2 } = {},
): Promise<
  ListeningServer & {
    requests: string[];
    entries: unknown[];
    fail: undefined | 'status' | 'html' | 'silence' | 'shape' | 'endless';
  }
> {
  const state = {
    requests: [] as string[],
    entries,
    fail: undefined as undefined | 'status' | 'html' | 'silence' | 'shape' | 'endless',
  };
  const listening = await listenLocally((req, res) => {
    const url = new URL(req.url!, 'http://directory');
    state.requests.push(req.url!);
    if (state.fail === 'silence') return;
    if (state.fail === 'status') {
      res.writeHead(503).end();
      return;
    }
    if (state.fail === 'html') {
      res.end('<html>');
      return;
    }
    if (state.fail === 'shape') {
      res.end('{"servers":{}}');
      return;
    }
    if (state.fail === 'endless') {
      const pour = () => {
        while (res.write(' '.repeat(64 * 1024)));
      };
      res.on('drain', pour);
      pour();
      return;
    }
    const answer =
      url.pathname === '/v0/servers'
        ? page(state.entries, url.searchParams, pageSize)
        : one(state.entries, url.pathname);
    res
      .writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer ?? { error: 'Server not found' }));
  });
  return Object.assign(state, listening);
}

function page(entries: unknown[], query: URLSearchParams, pageSize: number): object {
  const found = entries.filter(
    (each) =>
      !query.get('search') ||
      ((each as RegistryEntry | null)?.server?.name as string | undefined)?.includes(query.get('search')!),
  );
  const from = Number(query.get('cursor') ?? 0);
  const servers = found.slice(from, from + pageSize);
  return {
    servers,
    metadata: { count: servers.length, ...(from + pageSize < found.length && { nextCursor: String(from + pageSize) }) },
  };
}

function one(entries: unknown[], path: string): unknown {
  const [, name, version] = /^\/v0\/servers\/([^/]+)\/versions\/([^/]+)$/.exec(path)!.map(decodeURIComponent);
  const ofName = (entries as (RegistryEntry | null)[]).filter((each) => each?.server?.name === name);
  const official = (each: RegistryEntry | null) =>
    each!._meta?.['io.modelcontextprotocol.registry/official'] as { isLatest?: boolean } | undefined;
  return ofName.find((each) =>
    version === 'latest' ? official(each)?.isLatest !== false : each!.server.version === version,
  );
}
