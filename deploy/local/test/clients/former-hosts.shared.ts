import type { Client, ClientDetail } from '@assay/contract/areas/clients/documents';
import type { Api } from '../support/api.ts';
import { sharedInstallation, type SharedInstallation } from '../support/shared-installation.ts';

let installation: SharedInstallation;
let api: Api;
beforeAll(async () => {
  installation = await sharedInstallation();
  ({ api } = installation);
});

interface Host extends Omit<Client, 'configId' | 'ownerScope' | 'hasComputer' | 'isDefault'> {
  hostConfigId: string;
}
type HostDetail = Pick<ClientDetail, 'id' | 'name' | 'config'>;

/** Sends a request at a former path; the answer must say that it is one. */
async function ask<Body>(method: string, path: string, status: number, body?: object | string): Promise<Body> {
  const answer = await api.fetch(`/api/v1/projects/${api.projectId}/hosts${path}`, {
    method,
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  expect([answer.status, answer.headers.get('deprecation')]).toEqual([status, 'true']);
  return (await answer.json()) as Body;
}
const client = (id: string) => api.assay.getClient({ projectId: api.projectId, clientId: id });

test('a host is created, changed, copied and deleted as before, without tokens', async () => {
  const serverId = await api.saveServer('of a host', 'https://mcp.example/mcp');
  const { id, ...created } = await ask<HostDetail>('POST', '', 201, { name: 'Former', template: 'cursor' });
  expect(created).toEqual({ name: 'Former', config: expect.objectContaining({ hostStyle: 'cursor' }) });
  expect(await ask('GET', `/${id}`, 200)).toEqual({ id, ...created });

  const config = { modelId: 'scripted/rules', systemPrompt: 'Hi.' };
  const changed = await ask<HostDetail>('PATCH', `/${id}`, 200, { name: 'Changed', config });
  expect(changed).toEqual({ id, name: 'Changed', config: expect.objectContaining(config) });
  const served = await ask<HostDetail>('POST', `/${id}/servers`, 200, { serverIds: [serverId] });
  expect(served).toMatchObject({ id, config: { serverIds: [serverId] } });

  const { configId, createdAt, updatedAt, versionNumber } = await client(id);
  expect(versionNumber).toBe(3);
  const { items } = await ask<{ items: Host[] }>('GET', '', 200);
  expect(items.find((each) => each.id === id)).toEqual({
    id,
    name: 'Changed',
    hostConfigId: configId,
    modelId: 'scripted/rules',
    serverCount: 1,
    createdAt,
    updatedAt,
  });

  const copy = await ask<HostDetail>('POST', `/${id}/duplicate`, 201, { name: 'Copy' });
  expect(copy).toEqual({ id: expect.not.stringMatching(id), name: 'Copy', config: served.config });
  expect(await ask('DELETE', `/${copy.id}`, 200)).toEqual({ id: copy.id, deleted: true });
  await ask('GET', `/${copy.id}`, 404);
});

test('a host is found by its id alone, a client by its name, too', async () => {
  const { id } = await ask<HostDetail>('POST', '', 201, { name: 'Named', template: 'claude' });
  expect(await client('named')).toMatchObject({ id });
  for (const method of ['GET', 'PATCH', 'DELETE'])
    await ask(method, '/Named', 404, method === 'PATCH' ? { name: 'Other' } : undefined);
});

test('two editors of a host take turns, and the last one wins', async () => {
  const { id } = await ask<HostDetail>('POST', '', 201, { name: 'Busy', template: 'claude' });
  const texts = ['one', 'two'];
  await Promise.all(
    texts.map((systemPrompt) => ask('PATCH', `/${id}`, 200, { config: { modelId: 'scripted/rules', systemPrompt } })),
  );
  const { versionNumber, config } = await client(id);
  expect([versionNumber, texts.includes(config.systemPrompt)]).toEqual([3, true]);
});

test('a refusal at a former path says that the path is one', async () => {
  const { id } = await ask<HostDetail>('POST', '', 201, { name: 'Refusing', template: 'claude' });
  for (const [method, path, body] of [
    ['POST', '', { name: 'x', template: 'netscape' }],
    ['POST', '', { name: 'x', template: 'claude', config: { modelId: 'a' } }],
    ['POST', '', '{oops'],
    ['PATCH', `/${id}`, {}],
    ['PATCH', `/${id}`, { config: { modelId: 'a', colour: 'red' } }],
    ['POST', `/${id}/servers`, { serverIds: ['srv_missing'] }],
  ] as const)
    expect((await ask<{ code: string }>(method, path, 400, body)).code).toBe('VALIDATION_ERROR');
  await ask('GET', '/client_01m7zykkedfqdtc2f3bb127ct0', 404);
  const { items } = await api.assay.listClients({ projectId: api.projectId });
  await ask('DELETE', `/${items.find(({ isDefault }) => isDefault)!.id}`, 409);

  const path = `${installation.url}/api/v1/projects`;
  for (const [key, projectId, status] of [
    [undefined, api.projectId, 401],
    [installation.apiKey, 'prj_01m7zykkedfqdtc2f3bb127ct0', 404],
  ] as const) {
    const answer = await fetch(`${path}/${projectId}/hosts`, {
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    });
    expect([answer.status, answer.headers.get('deprecation')]).toEqual([status, 'true']);
  }
});

test('the catalog of hosts is the one of clients, and needs no key', async () => {
  const read = async <Body>(path: string) => {
    const answer = await fetch(`${installation.url}/api/v1${path}`);
    return { body: (await answer.json()) as Body, headers: answer.headers, status: answer.status };
  };
  const former = await read<{ catalog: { hostsById: object } }>('/host-catalog');
  const present = await read<{ catalog: { clientsById: object } }>('/client-catalog');
  expect([former.status, former.headers.get('deprecation'), present.headers.get('deprecation')]).toEqual([
    200,
    'true',
    null,
  ]);
  expect(former.body).toEqual({ ...present.body, catalog: { hostsById: present.body.catalog.clientsById } });
});
