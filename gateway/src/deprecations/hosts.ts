import { Type } from '@assay/contract/type';
import { Client, ClientCatalog, ClientDetail, SetClientServers } from '@assay/contract/areas/clients/documents';
import { open, page as pageOf } from '@assay/contract/schema';
import { withoutRequired } from './former-schema.ts';
import type { Alias } from './alias.ts';
import type { JsonBody } from '../http/json-body.ts';

const HOSTS = '/projects/{projectId}/hosts';
const HOST = `${HOSTS}/{hostId}`;

const host = ({
  id,
  name,
  configId: hostConfigId,
  modelId,
  serverCount,
  createdAt,
  updatedAt,
}: JsonBody): JsonBody => ({
  id,
  name,
  hostConfigId,
  modelId,
  serverCount,
  createdAt,
  updatedAt,
});
const detail = ({ id, name, config }: JsonBody): JsonBody => ({ id, name, config });
const page = ({ items, ...rest }: JsonBody): JsonBody => ({ items: (items as JsonBody[]).map(host), ...rest });

/**
 * Former updates of hosts had no tokens: the last write wins. Updates of clients need the tokens of the replaced state.
 */
const withTokens = async (body: JsonBody, current: () => Promise<JsonBody>): Promise<JsonBody> => {
  const { name, configId } = await current();
  return {
    ...(body.name !== undefined && { expectedName: name }),
    ...(body.config !== undefined && { expectedConfigId: configId }),
    ...body,
  };
};
const withConfigToken = async (body: JsonBody, current: () => Promise<JsonBody>): Promise<JsonBody> => ({
  expectedConfigId: (await current()).configId,
  ...body,
});

const { configId: hostConfigId, ...clientFields } = Client.properties;
const Host = open(
  {
    id: clientFields.id,
    name: clientFields.name,
    hostConfigId,
    modelId: clientFields.modelId,
    serverCount: clientFields.serverCount,
    createdAt: clientFields.createdAt,
    updatedAt: clientFields.updatedAt,
  },
  { $id: 'Host' },
);
const HostPage = pageOf(Host, 'HostPage');
const HostDetail = open({ ...Type.Pick(ClientDetail, ['id', 'name', 'config']).properties }, { $id: 'HostDetail' });
const HostServers = withoutRequired(SetClientServers, ['expectedConfigId'], 'HostServersRequest');
const HostCatalog = open(
  {
    ...ClientCatalog.properties,
    catalog: open({ hostsById: ClientCatalog.properties.catalog.properties.clientsById }),
  },
  { $id: 'HostCatalog' },
);

const alias = (
  method: Alias['method'],
  path: string,
  operationId: string,
  successor: Alias['successor'],
  shapes: Pick<Alias, 'toRequest' | 'reads' | 'toReply' | 'printed'> = {},
): Alias => ({
  method,
  path,
  operationId,
  successor,
  renamed: { hostId: 'clientId' },
  isIdOnly: true,
  ...shapes,
});

const hostCatalog = ({ catalog, ...rest }: JsonBody): JsonBody => ({
  ...rest,
  catalog: { hostsById: (catalog as JsonBody).clientsById },
});

/** The former paths of clients. */
export const hostAliases: Alias[] = [
  {
    method: 'GET',
    path: '/host-catalog',
    operationId: 'getHostCompatCatalog',
    successor: 'getClientCatalog',
    renamed: {},
    isLinked: true,
    toReply: hostCatalog,
    printed: { reply: HostCatalog },
  },
  alias('GET', HOSTS, 'listHosts', 'listClients', { toReply: page, printed: { reply: HostPage } }),
  alias('POST', HOSTS, 'createHost', 'createClient', { toReply: detail, printed: { reply: HostDetail } }),
  alias('GET', HOST, 'getHost', 'getClient', { toReply: detail, printed: { reply: HostDetail } }),
  alias('PATCH', HOST, 'updateHost', 'updateClient', {
    toRequest: withTokens,
    reads: 'getClient',
    toReply: detail,
    printed: { reply: HostDetail },
  }),
  alias('DELETE', HOST, 'deleteHost', 'deleteClient'),
  alias('POST', `${HOST}/servers`, 'setHostServers', 'setClientServers', {
    toRequest: withConfigToken,
    reads: 'getClient',
    toReply: detail,
    printed: { input: HostServers, reply: HostDetail },
  }),
  alias('POST', `${HOST}/duplicate`, 'duplicateHost', 'duplicateClient', {
    toReply: detail,
    printed: { reply: HostDetail },
  }),
];
