import type { ClientConfig } from '@assay/contract/areas/clients/config';
import { foldedName } from '@assay/contract/normal-name';
import { newId } from '@assay/kit/id';
import { sql, type Db } from '@assay/kit/postgres/db';

const config: ClientConfig = {
  hostStyle: 'assay',
  modelId: 'scripted/echo',
  systemPrompt: '',
  requireToolApproval: false,
  serverIds: ['srv_everything'],
  optionalServerIds: [],
  connectionDefaults: { headers: {}, requestTimeout: null },
  clientCapabilities: {},
  hostContext: {},
};

/** Writes a client with one version; answers its id. */
export async function storedClient(
  db: Db,
  {
    projectId = 'prj_1',
    name = `client ${++clients}`,
    isDefault = false,
    changes = {},
  }: { projectId?: string; name?: string; isDefault?: boolean; changes?: Partial<ClientConfig> } = {},
): Promise<string> {
  const [id, versionId] = [newId('client'), newId('client')];
  await db.query(sql`
    insert into clients (id, project_id, name, folded_name, version_id, is_default)
    values (${id}, ${projectId}, ${name}, ${foldedName(name)}, ${versionId}, ${isDefault})`);
  await db.query(sql`
    insert into client_versions (id, client_id, version_number, config_id, config, changed)
    values (${versionId}, ${id}, 1, ${`cfg ${id}`}, ${{ ...config, ...changes }}, '{}')`);
  return id;
}
let clients = 0;

/** Writes an environment of a client; answers its id. */
export async function storedEnvironment(
  db: Db,
  clientId: string,
  {
    projectId = 'prj_1',
    serverGroupId = null,
    body = {},
  }: { projectId?: string; serverGroupId?: string | null; body?: object } = {},
): Promise<string> {
  const id = newId('env');
  await db.query(sql`
    insert into environments (id, project_id, name, folded_name, client_id, server_group_id, body)
    values (${id}, ${projectId}, ${id}, ${id}, ${clientId}, ${serverGroupId}, ${body})`);
  return id;
}

export async function storedServerGroup(db: Db, serverIds: string[], projectId = 'prj_1'): Promise<string> {
  const id = newId('srvgroup');
  await db.query(sql`
    insert into server_groups (id, project_id, name, folded_name, server_ids)
    values (${id}, ${projectId}, ${id}, ${id}, ${serverIds})`);
  return id;
}
