import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { openApi, answerOf } from '../support/api.ts';
import { Principals } from '../support/principals.ts';
import { api, platform, url } from './tunnel-fixture.ts';

/** The HTTP status of an attempt to open a connection with a token. */
async function knock(token: string): Promise<number> {
  const asked = request(`${url}/api/v1/tunnels/connect`, {
    headers: {
      authorization: `Bearer ${token}`,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
    },
  }).end();
  const [response] = (await Promise.race([once(asked, 'response'), once(asked, 'upgrade')])) as [IncomingMessage];
  response.socket.destroy();
  return response.statusCode!;
}

describe('creating', () => {
  const create = (name: string) =>
    answerOf(api.assay.createTunnel.withResponse({ projectId: api.projectId }, { name }));

  test('answers as the contract says, with a new token each time; the old one opens nothing', async () => {
    const first = await create('granted');
    expect(first).toMatchObject({
      status: 201,
      body: {
        serverId: expect.stringMatching(/^srv_/),
        name: 'granted',
        existed: false,
        slug: expect.stringMatching(/^[0-9a-f]{32}$/),
        url: `${url}/tunnels/${first.body.slug}`,
        connectToken: expect.stringMatching(/^tt_/),
        connectTokenExpiresAt: expect.any(Number),
        relayWsUrl: `${url.replace('http', 'ws')}/api/v1/tunnels/connect`,
        secretVersion: 1,
      },
    });
    expect(first.body).not.toHaveProperty('previousUrl');
    const second = await create('granted');
    expect(second.body).toMatchObject({
      serverId: first.body.serverId,
      existed: true,
      slug: first.body.slug,
      secretVersion: 2,
    });
    expect(second.body.connectToken).not.toBe(first.body.connectToken);
    expect(second.body).not.toHaveProperty('previousUrl');
    expect(
      JSON.stringify((await platform.pool.query('select row_to_json(t) from diagnostics.tunnels t')).rows),
    ).not.toContain(second.body.connectToken.slice(3));
    expect(await knock(first.body.connectToken)).toBe(401);
    expect(await knock(second.body.connectToken)).toBe(101);
    await answerOf(api.assay.closeTunnel.withResponse({ projectId: api.projectId, serverId: second.body.serverId }));
    expect(await knock(second.body.connectToken)).toBe(401);
  });

  test('by the name of a saved server leads it through the tunnel, and returns its old address', async () => {
    const serverId = await api.saveServer('moved', 'https://before.example/mcp');
    expect((await create('moved')).body).toMatchObject({
      serverId,
      existed: true,
      previousUrl: 'https://before.example/mcp',
      previousTransportType: 'http',
    });
    expect(await api.assay.getProjectServer({ projectId: api.projectId, serverId })).toMatchObject({
      url: expect.stringContaining('/tunnels/'),
    });
    const stdio = await api.assay.createProjectServer(
      { projectId: api.projectId },
      {
        name: 'command',
        enabled: true,
        transportType: 'stdio',
        command: 'npx',
      },
    );
    expect((await create('command')).body).toMatchObject({
      serverId: stdio.id,
      existed: true,
      previousTransportType: 'stdio',
    });
  });

  test('by the name of a server with saved credentials is refused, and changes nothing', async () => {
    const serverId = await api.saveServer('guarded', 'https://before.example/mcp', {
      headers: { authorization: 'Bearer t0ken' },
    });
    expect(await create('guarded')).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', details: { issues: [{ path: '/name' }] } },
    });
    expect(await api.assay.getProjectServer({ projectId: api.projectId, serverId })).toMatchObject({
      url: 'https://before.example/mcp',
    });
  });

  test('by another member is refused while saved credentials would reach their machine', async () => {
    const {
      rows: [organization],
    } = await platform.pool.query<{ id: string }>('select id from catalog.organizations');
    const principals = new Principals(platform);
    const bob = await openApi(url, (await principals.person(organization!.id, 'member')).key);
    await principals.stop();
    const {
      body: { serverId, connectToken },
    } = await create('ours');
    await answerOf(
      api.assay.updateProjectServer.withResponse(
        { projectId: api.projectId, serverId },
        { headers: { authorization: 'Bearer s3cret' } },
      ),
    );
    expect(
      await answerOf(bob.assay.createTunnel.withResponse({ projectId: bob.projectId }, { name: 'ours' })),
    ).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', details: { issues: [{ path: '/name' }] } },
    });
    expect(await knock(connectToken)).toBe(101);
    expect((await create('ours')).status).toBe(201);
    await answerOf(
      api.assay.updateProjectServer.withResponse({ projectId: api.projectId, serverId }, { headers: null }),
    );
    expect(
      await answerOf(bob.assay.createTunnel.withResponse({ projectId: bob.projectId }, { name: 'ours' })),
    ).toMatchObject({ status: 409 });
    expect(await answerOf(bob.assay.closeTunnel.withResponse({ projectId: bob.projectId, serverId }))).toMatchObject({
      status: 403,
    });
    await answerOf(api.assay.closeTunnel.withResponse({ projectId: api.projectId, serverId }));
    expect(
      await answerOf(bob.assay.createTunnel.withResponse({ projectId: bob.projectId }, { name: 'ours' })),
    ).toMatchObject({
      status: 201,
      body: { serverId, secretVersion: 3 },
    });
    await answerOf(
      api.assay.updateProjectServer.withResponse(
        { projectId: api.projectId, serverId },
        { headers: { authorization: 'Bearer s3cret' } },
      ),
    );
    expect((await create('ours')).status).toBe(400);
    const granted = await create('ours by a grant');
    expect(
      await answerOf(
        api.assay.importOAuthTokens.withResponse(
          { projectId: api.projectId, serverId: granted.body.serverId },
          { serverUrl: granted.body.url, tokens: { access_token: 'a' } },
        ),
      ),
    ).toMatchObject({ status: 200 });
    expect(
      (await answerOf(bob.assay.createTunnel.withResponse({ projectId: bob.projectId }, { name: 'ours by a grant' })))
        .status,
    ).toBe(400);
  });

  test('at once for a server elsewhere leads it to one tunnel', async () => {
    for (let round = 0; round < 3; round++) {
      const serverId = await api.saveServer(`contested ${round}`, 'https://before.example/mcp');
      const made = await Promise.all(Array.from({ length: 5 }, () => create(`contested ${round}`)));
      const [slug] = (
        await platform.pool.query<{ slug: string }>('select slug from diagnostics.tunnels where server_id = $1', [
          serverId,
        ])
      ).rows.map((row) => row.slug);
      expect([
        await api.assay.getProjectServer({ projectId: api.projectId, serverId }),
        made.map(({ body }) => body.slug),
      ]).toMatchObject([{ url: `${url}/tunnels/${slug}` }, Array.from({ length: 5 }, () => slug)]);
    }
  });

  test('at once by the same name makes one server', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => create('crowded')));
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(made.map(({ body }) => body.serverId)).size).toBe(1);
  });

  test.each<[string, object, string]>([
    ['no name', {}, '/name'],
    ['an empty name', { name: '' }, '/name'],
    ['a name that is too long', { name: 'x'.repeat(129) }, '/name'],
    ['a name of two lines', { name: 'a\nb' }, '/name'],
    ['an unknown field', { name: 'a', url: 'x' }, '/url'],
  ])('with %s is refused', async (_, body, path) => {
    expect(
      await answerOf(api.assay.createTunnel.withResponse({ projectId: api.projectId }, body as never)),
    ).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', details: { issues: [{ path }] } },
    });
  });
});
