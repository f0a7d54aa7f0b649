import { conflict, notFound } from '@assay/contract/problem';
import { gatewayFixture } from '../start.ts';

const { answers, send } = gatewayFixture();
const clientId = 'client_01m7zykkedfqdtc2f3bb127ct0';
const HOST = `/projects/prj_member/hosts/${clientId}`;

describe('hosts', () => {
  const client = {
    id: clientId,
    name: 'C',
    configId: 'cfg_1',
    modelId: 'm',
    serverCount: 2,
    ownerScope: null,
    hasComputer: false,
    createdAt: 1,
    updatedAt: 2,
  };
  const { configId: _config, ownerScope: _scope, hasComputer: _computer, ...kept } = client;

  test('are listed in their former shape', async () => {
    answers.listClients = async () => ({ items: [client], nextCursor: 'next' });
    expect((await send('GET', '/projects/prj_member/hosts?limit=3')).json()).toEqual({
      items: [{ ...kept, hostConfigId: 'cfg_1' }],
      nextCursor: 'next',
    });
  });

  test.each([
    ['GET', HOST, 'getClient'],
    ['POST', '/projects/prj_member/hosts', 'createClient'],
    ['POST', `${HOST}/duplicate`, 'duplicateClient'],
  ] as const)('%s %s answers id, name and configuration', async (method, path, successor) => {
    answers[successor] = async () => ({
      ...client,
      config: { modelId: 'm', clientId: 'untouched' },
      impact: {},
    });
    expect((await send(method, path, { ...(method === 'POST' && { body: { name: 'C' } }) })).json()).toEqual({
      id: clientId,
      name: 'C',
      config: { modelId: 'm', clientId: 'untouched' },
    });
  });

  test.each<[string, string, object, object]>([
    ['PATCH', HOST, { name: 'D' }, { name: 'D', expectedName: 'C' }],
    ['PATCH', HOST, { config: { modelId: 'm' } }, { config: { modelId: 'm' }, expectedConfigId: 'cfg_1' }],
    [
      'PATCH',
      HOST,
      { name: 'D', config: { modelId: 'm' } },
      { name: 'D', config: { modelId: 'm' }, expectedName: 'C', expectedConfigId: 'cfg_1' },
    ],
    ['PATCH', HOST, {}, {}],
    ['POST', `${HOST}/servers`, { serverIds: ['srv_1'] }, { serverIds: ['srv_1'], expectedConfigId: 'cfg_1' }],
  ])('%s %s of %j needs no token', async (method, path, body, sent) => {
    let input: unknown;
    answers.getClient = async () => client;
    answers[method === 'PATCH' ? 'updateClient' : 'setClientServers'] = async (_caller, _target, given) => {
      input = given;
      return client;
    };
    expect((await send(method, path, { body })).status).toBe(200);
    expect(input).toEqual(sent);
  });

  test('an edit that met another one is repeated on top of it', async () => {
    let edits = 0;
    answers.getClient = async () => ({ ...client, configId: `cfg_${edits}` });
    answers.updateClient = async (_caller, _target, input) => {
      if (++edits < 3) throw conflict('The client changed since you read it.', { currentConfigId: `cfg_${edits}` });
      return { ...client, config: input };
    };
    expect((await send('PATCH', HOST, { body: { config: { modelId: 'm' } } })).json()).toMatchObject({
      config: { expectedConfigId: 'cfg_2' },
    });
  });

  test.each<[object, number]>([
    [{ config: { modelId: 'm' }, expectedConfigId: 'cfg_old' }, 1],
    [{ config: { modelId: 'm' } }, 5],
  ])('an edit %j that stays stale is tried %i times', async (body, tries) => {
    let edits = 0;
    answers.getClient = async () => client;
    answers.updateClient = async () => {
      edits++;
      throw conflict('The client changed since you read it.', { currentConfigId: 'cfg_2' });
    };
    expect([(await send('PATCH', HOST, { body })).status, edits]).toEqual([409, tries]);
  });

  test('a conflict that is not about tokens is answered without a repetition', async () => {
    let edits = 0;
    answers.getClient = async () => client;
    answers.updateClient = async () => {
      edits++;
      throw conflict('The name is taken.', { name: 'D' });
    };
    const { status, json } = await send('PATCH', HOST, { body: { name: 'D' } });
    expect([status, json(), edits]).toEqual([
      409,
      { code: 'CONFLICT', message: 'The name is taken.', details: { name: 'D' } },
      1,
    ]);
  });

  test('an edit of a missing host is not found', async () => {
    answers.getClient = async () => {
      throw notFound('client');
    };
    expect((await send('PATCH', HOST, { body: { name: 'D' } })).status).toBe(404);
  });

  test('have their catalog in its former shape, without a key', async () => {
    const claude = { id: 'claude', label: 'Claude' };
    answers.getClientCatalog = async () => ({ version: 1, catalog: { clientsById: { claude } } });
    const { json, headers } = await send('GET', '/host-catalog', { key: null });
    expect(json()).toEqual({ version: 1, catalog: { hostsById: { claude } } });
    expect([headers.get('deprecation'), headers.get('link')]).toEqual([
      'true',
      '</api/v1/client-catalog>; rel="successor-version"',
    ]);
  });

  test.each(['GET', 'PATCH', 'DELETE'])('%s finds a host by its id, never by its name', async (method) => {
    answers.getClient = answers.updateClient = answers.deleteClient = async () => client;
    expect((await send(method, '/projects/prj_member/hosts/C', { ...(method !== 'GET' && { body: {} }) })).status).toBe(
      404,
    );
  });

  test.each(['[]', '{oops', '"text"', 'null', '1.10', Buffer.from([0x7b, 0xff, 0x7d]).toString('latin1')])(
    'a body %j is refused by its service',
    async (body) => {
      answers.getClient = async () => client;
      const { status, json, headers } = await send('PATCH', HOST, { body });
      expect([status, json().code, headers.get('deprecation')]).toEqual([400, 'VALIDATION_ERROR', 'true']);
    },
  );
});
