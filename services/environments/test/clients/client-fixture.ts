import type { ClientDetail } from '@assay/contract/areas/clients/documents';
import { operations } from '@assay/contract/operations';
import { startTestEnvironments, type TestEnvironments } from '../support/start.ts';

/** The whole service of the test file that opened it. */
export let clientFixture: TestEnvironments;
export async function startClientFixture(): Promise<void> {
  clientFixture = await startTestEnvironments();
}
export const stopClientFixture = (): Promise<void> => clientFixture.stop();

export const project = { projectId: 'prj_1' };
export const minimal = { modelId: 'scripted/rules' };
export const refusal = (path: string) => ({ code: 'VALIDATION_ERROR', details: { issues: [{ path }] } });

let names = 0;
export const newName = (): string => `client ${++names}`;

export const create = (body: object = {}, idempotencyKey = '', projectId = 'prj_1'): Promise<ClientDetail> =>
  clientFixture.call(
    operations.createClient,
    { projectId, idempotencyKey },
    { name: newName(), ...(!('template' in body) && { config: minimal }), ...body },
  );
export const read = (clientId: string, projectId = 'prj_1'): Promise<ClientDetail> =>
  clientFixture.call(operations.getClient, { projectId, clientId });
export const update = (clientId: string, edit: object): Promise<ClientDetail> =>
  clientFixture.call(operations.updateClient, { ...project, clientId }, edit);
export const remove = (clientId: string, projectId = 'prj_1') =>
  clientFixture.call(operations.deleteClient, { projectId, clientId });
export const list = (projectId = 'prj_1', query: object = {}) =>
  clientFixture.call(operations.listClients, { projectId }, query);
export const versions = (clientId: string, query: object = {}) =>
  clientFixture.call(operations.listClientVersions, { ...project, clientId }, query);
