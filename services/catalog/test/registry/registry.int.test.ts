import { operations } from '@assay/contract/operations';
import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import { askSource } from '../../src/flows/registry/ask-source.ts';
import {
  agesOut,
  registryFixture,
  officialDirectory,
  ownDirectory,
  projectTarget,
  readDirectory,
  searchDirectory,
  weatherEntry,
} from '../support/registry.ts';
import { startTestCatalog } from '../support/start.ts';

async function walk(query: object): Promise<string[]> {
  const names: string[] = [];
  for (let cursor: string | undefined, pages = 0; pages === 0 || cursor; pages++) {
    const page = await searchDirectory({ ...query, ...(cursor && { cursor }) });
    names.push(...page.items.map(({ name }) => name));
    cursor = page.nextCursor;
    expect(pages).toBeLessThan(20);
  }
  return names;
}
const everything = [
  'com.example/weather',
  'io.github.ada/notes',
  'com.example/image',
  'org.example/python',
  'com.example/described',
  'com.example/old',
  'corp.internal/tools',
];

describe('a search', () => {
  test.each([1, 2, 3, 100])(
    'pages through every source by %d, drops invalid entries, and lists each once',
    async (limit) => {
      expect(await walk({ limit: String(limit) })).toEqual(everything);
    },
  );

  test('shows facts, and no invalid link', async () => {
    const {
      items: [first],
    } = await searchDirectory({ limit: '1' });
    expect(first).toEqual({
      id: expect.stringMatching(/^regsrv_/),
      source: 'official',
      name: 'com.example/weather',
      title: 'Weather',
      description: 'About com.example/weather',
      version: '1.0.0',
      status: 'active',
      rowType: 'remote',
      endpointKinds: ['streamable-http'],
      verifiedTier: 'domain',
      connectable: true,
      repositoryUrl: 'https://github.com/example/weather',
      publishedAt: '2026-01-02T03:04:05Z',
      contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test.each<[object, string[]]>([
    [{ q: 'notes' }, ['io.github.ada/notes']],
    [{ source: 'own' }, ['corp.internal/tools']],
    [{ rowType: 'package' }, ['com.example/image', 'org.example/python']],
    [{ endpointKind: 'stdio' }, ['io.github.ada/notes', 'com.example/image', 'org.example/python']],
    [{ verifiedTier: 'account' }, ['io.github.ada/notes']],
    [{ connectableOnly: 'true' }, everything.filter((name) => !/described|old/.test(name))],
  ])('with %j finds %j', async (query, names) => expect(await walk({ ...query, limit: '2' })).toEqual(names));

  test.each<[string, object, string]>([
    ['an unknown source', { source: 'x' }, '/source'],
    ['an unknown kind', { endpointKind: 'carrier' }, '/endpointKind'],
    ['an unknown type', { rowType: 'x' }, '/rowType'],
    ['an unknown tier', { verifiedTier: 'x' }, '/verifiedTier'],
    ['a forged cursor', { cursor: 'eA' }, '/cursor'],
    ['a switch that is none', { connectableOnly: 'perhaps' }, '/connectableOnly'],
  ])('for %s is refused', async (_, query, path) => {
    await expect(searchDirectory(query)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path }] },
    });
  });

  test('takes a cursor only with the filters that it was issued for', async () => {
    const { nextCursor } = await searchDirectory({ limit: '1' });
    await expect(searchDirectory({ limit: '1', q: 'notes', cursor: nextCursor })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: '/cursor' }] },
    });
    expect(await searchDirectory({ limit: '5', cursor: nextCursor })).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ name: 'io.github.ada/notes' })]),
    });
  });

  test('a repeated request within minutes is cached, and asks for latest versions only', async () => {
    await searchDirectory({ source: 'official' });
    const asked = officialDirectory.requests.length;
    expect(officialDirectory.requests.every((each) => each.includes('version=latest'))).toBe(true);
    await searchDirectory({ source: 'official' });
    expect(officialDirectory.requests).toHaveLength(asked);
  });

  test.each(['status', 'html', 'shape', 'endless'] as const)(
    'a failing source (%s) is answered from the cache, marked as stale',
    async (fail) => {
      await searchDirectory({ source: 'own' });
      await agesOut();
      ownDirectory.fail = fail;
      expect(await searchDirectory({ source: 'own' })).toMatchObject({
        stale: true,
        items: [{ name: 'corp.internal/tools' }],
      });
      // It is not asked again for a while.
      ownDirectory.fail = undefined;
      const asked = ownDirectory.requests.length;
      expect(await searchDirectory({ source: 'own' })).toMatchObject({
        stale: true,
        items: [{ name: 'corp.internal/tools' }],
      });
      expect(ownDirectory.requests).toHaveLength(asked);
    },
  );

  test('a silent source is waited for once, not for every page', async () => {
    await walk({ source: 'official' });
    await agesOut();
    officialDirectory.fail = 'silence';
    const asked = officialDirectory.requests.length;
    expect(await searchDirectory({ source: 'official', limit: '100' })).toMatchObject({
      stale: true,
      items: { length: everything.length - 1 },
    });
    expect(officialDirectory.requests).toHaveLength(asked + 1);
  }, 60_000);

  test("a fault of our own database is not reported as the source's", async () => {
    await registryFixture.pool.query('alter table registry_servers add constraint full_up check (false) not valid');
    try {
      await expect(searchDirectory({ source: 'own' })).rejects.toMatchObject({ code: 'INTERNAL_ERROR' });
    } finally {
      await registryFixture.pool.query('alter table registry_servers drop constraint full_up');
    }
    expect(await searchDirectory({ source: 'own' })).toMatchObject({ items: [{ name: 'corp.internal/tools' }] });
  });

  test('the cache drops the oldest answers of a full source, and none of others', async () => {
    await registryFixture.pool.query(`insert into registry_answers (source, request, body, fetched_at)
      select source, '/' || n, '{}', now() - n * interval '1 second' from generate_series(1, 1200) n, (values ('own'), ('official')) s (source)`);
    await searchDirectory({ source: 'own' });
    const kept = async () =>
      (
        await registryFixture.pool.query<{ source: string; n: string }>(
          'select source, count(*) as n, max(fetched_at - now()) as newest from registry_answers group by source order by source',
        )
      ).rows.map(({ source, n }) => [source, Number(n)]);
    expect(await kept()).toEqual([
      ['official', 1200],
      ['own', 1000],
    ]);
    expect(
      (
        await registryFixture.pool.query(
          "select from registry_answers where source = 'own' and request in ('/1', '/999')",
        )
      ).rowCount,
    ).toBe(2);
    await registryFixture.pool.query(
      "update registry_answers set body = to_json((select string_agg(md5(random()::text || n), '') from generate_series(1, 30000) n)) where source = 'own' and request <> '/1' and fetched_at > now() - interval '61 seconds'",
    );
    await registryFixture.pool.query("delete from registry_answers where source = 'own' and request like '/servers%'");
    await searchDirectory({ source: 'own' });
    expect(Object.fromEntries(await kept()).own).toBeLessThan(61);
    expect(
      (await registryFixture.pool.query("select from registry_answers where source = 'own' and request = '/1'"))
        .rowCount,
    ).toBe(1);
  });

  test.each(['status', 'html', 'shape', 'endless'] as const)(
    'a failing source (%s) without a cached answer is named',
    async (fail) => {
      ownDirectory.fail = fail;
      await expect(searchDirectory({ source: 'own' })).rejects.toMatchObject({
        code: 'SERVER_UNREACHABLE',
        details: { source: 'own', cause: expect.any(String) },
      });
      const page = await searchDirectory({ limit: '100' });
      expect(page.unreachableSources).toEqual(['own']);
      expect(page.items).toHaveLength(everything.length - 1);
    },
  );

  test('a silent source is not waited for longer than the time limit', async () => {
    ownDirectory.fail = 'silence';
    await expect(searchDirectory({ source: 'own' })).rejects.toMatchObject({
      code: 'SERVER_UNREACHABLE',
      details: { source: 'own', cause: 'timeout' },
    });
  }, 60_000);

  test('unreachable sources are reported with their causes', async () => {
    const dead = await startTestCatalog({ registrySources: [{ name: 'dead', url: 'http://127.0.0.1:9' }] });
    await expect(dead.call(operations.listDirectoryServers, {})).rejects.toMatchObject({
      code: 'SERVER_UNREACHABLE',
      details: { source: 'dead', cause: expect.any(String) },
    });
    const page = await dead.call(operations.listDirectoryServers, {}, { emptyIfUnreachable: true });
    expect(page).toEqual({ items: [], unreachableSources: ['dead'] });
    await dead.stop();
  });
});

describe('a published server', () => {
  test('is read by its name and by its id, with the inputs of an install', async () => {
    const detail = await readDirectory('com.example/weather');
    expect(detail).toMatchObject({
      latestContentHash: detail.contentHash,
      server: weatherEntry.server,
      endpoints: [
        {
          id: 'remote:0',
          kind: 'streamable-http',
          url: 'https://{tenant}.weather.example/mcp',
          inputs: [
            { name: 'tenant', in: 'url', isRequired: true, description: 'Who you are' },
            { name: 'X-API-Key', in: 'header', isSecret: true },
            { name: 'X-Units', default: 'metric', choices: ['metric', 'imperial'] },
            { name: 'token', in: 'header', isRequired: false },
          ],
        },
      ],
    });
    expect(await readDirectory(detail.id)).toEqual(detail);
    expect((await readDirectory('corp.internal/tools')).source).toBe('own');
  });

  test('shows the command of its package', async () => {
    expect((await readDirectory('com.example/image')).endpoints).toMatchObject([
      {
        command: 'docker',
        args: [
          'run',
          '-i',
          '--rm',
          '-e',
          'A',
          '--mount',
          'type=bind,src={source},dst=/project',
          'ghcr.io/example/image:3.1.0',
        ],
      },
    ]);
    expect((await readDirectory('org.example/python')).endpoints).toMatchObject([
      { command: 'uvx', args: ['weather-mcp@0.5.0'] },
    ]);
  });

  test.each(['com.example/nothing', 'regsrv_00000000000000000000000000', 'x'])(
    'that is missing (%s) is not found',
    async (idOrName) => {
      await expect(readDirectory(idOrName)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    },
  );

  test.each(['../x', 'a/b/c', '/', `a/${'x'.repeat(300)}`])(
    'has no name like %s, and no source is asked for it',
    async (name) => {
      await expect(readDirectory(name)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      expect([...officialDirectory.requests, ...ownDirectory.requests]).toEqual([]);
    },
  );

  test('is requested once by many callers, and when it is missing', async () => {
    for (let i = 0; i < 3; i++)
      await expect(readDirectory('com.example/nothing', { source: 'official' })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    expect(officialDirectory.requests).toHaveLength(1);
    await Promise.all(Array.from({ length: 10 }, () => readDirectory('com.example/weather')));
    expect(officialDirectory.requests).toHaveLength(2);
  });

  test('is not requested again by a caller whose look into the cache took longer than the request', async () => {
    const { pool } = registryFixture;
    const [source, egress] = [{ name: 'official', url: officialDirectory.origin }, openEgress(ONE_MACHINE_EGRESS)];
    const [looked, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = {
      query: async (query: string) => {
        const found = await pool.query(query);
        looked.resolve();
        await asked.promise;
        return found;
      },
    } as unknown as typeof pool;
    const ask = (through: typeof pool) =>
      askSource({ pool: through, egress }, source, '/servers/com.example%2Fweather/versions/latest', {
        read: (body) => body,
        keep: async () => undefined,
      });
    const late = ask(slow);
    await looked.promise;
    const first = await ask(pool);
    asked.resolve();
    expect(await late).toEqual(first);
    expect(officialDirectory.requests).toHaveLength(1);
  });

  test('of a removed source is not found by its id', async () => {
    const { id } = await readDirectory('corp.internal/tools');
    await registryFixture.pool.query("update registry_servers set source = 'gone' where id = $1", [id]);
    await expect(readDirectory(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await registryFixture.pool.query("update registry_servers set source = 'own' where id = $1", [id]);
  });

  test('is answered unchanged while its source is down', async () => {
    await readDirectory('com.example/weather');
    await agesOut();
    officialDirectory.fail = 'status';
    expect(await readDirectory('com.example/weather')).toMatchObject({ stale: true, name: 'com.example/weather' });
  });
});

test('sources are listed with the time of their last answer', async () => {
  await searchDirectory({ source: 'own' });
  expect((await registryFixture.call(operations.listDirectorySources, {})).items).toEqual([
    { name: 'official', url: officialDirectory.origin },
    { name: 'own', url: ownDirectory.origin, lastSeenAt: expect.any(Number) },
  ]);
});

test('known servers are paged by name', async () => {
  await searchDirectory({ limit: '100' });
  const names: string[] = [];
  for (let cursor: string | undefined, pages = 0; pages === 0 || cursor; pages++) {
    const page = await registryFixture.call(operations.listRegistryServers, projectTarget(), {
      limit: '3',
      ...(cursor && { cursor }),
    });
    names.push(...page.items.map(({ name }) => name));
    cursor = page.nextCursor;
  }
  expect(names).toEqual(everything.toSorted());
});
