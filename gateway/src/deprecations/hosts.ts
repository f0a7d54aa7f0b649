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

const alias = (
  method: Alias['method'],
  path: string,
  operationId: string,
  successor: string,
  shapes: Pick<Alias, 'toRequest' | 'reads' | 'toReply'> = {},
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
  },
  alias('GET', HOSTS, 'listHosts', 'listClients', { toReply: page }),
  alias('POST', HOSTS, 'createHost', 'createClient', { toReply: detail }),
  alias('GET', HOST, 'getHost', 'getClient', { toReply: detail }),
  alias('PATCH', HOST, 'updateHost', 'updateClient', { toRequest: withTokens, reads: 'getClient', toReply: detail }),
  alias('DELETE', HOST, 'deleteHost', 'deleteClient'),
  alias('POST', `${HOST}/servers`, 'setHostServers', 'setClientServers', {
    toRequest: withConfigToken,
    reads: 'getClient',
    toReply: detail,
  }),
  alias('POST', `${HOST}/duplicate`, 'duplicateHost', 'duplicateClient', { toReply: detail }),
];
