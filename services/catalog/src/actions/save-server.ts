import type { Server } from '@assay/contract/documents/server';
import { transaction, type Pool, type Tx } from '@assay/kit/db';
import { openCredentials, sealCredentials } from '../credentials.ts';
import { split, type ServerConfig } from '../domain/server-config.ts';
import { hasProject } from '../store/projects.ts';
import { claimServer, insertServer, replaceServer, type ServerWrite } from '../store/servers.ts';

/** Which server, and the key that its credentials are sealed with. */
export interface Target { id: string; projectId: string; keyEncryptionKey: Buffer }

/** Saves a new server. Says which of the two was in the way: no such project, or a server of that name. */
export async function createServer(pool: Pool, organizationId: string, target: Target, config: ServerConfig): Promise<Server | 'no project' | 'name taken'> {
  return transaction(pool, (tx) => addServer(tx, organizationId, target, config));
}

/** `createServer` inside of a transaction that writes more. */
export async function addServer(tx: Tx, organizationId: string, target: Target, config: ServerConfig): Promise<Server | 'no project' | 'name taken'> {
  if (!(await hasProject(tx, organizationId, target.projectId))) return 'no project';
  return (await insertServer(tx, toWrite(target, config))) ?? 'name taken';
}

/**
 * Replaces a server by what `change` makes of it; nobody else changes it meanwhile. Undefined when the project has no such
 * server. What `change` throws leaves everything as it was.
 */
export async function updateServer(pool: Pool, target: Target, change: (current: ServerConfig) => ServerConfig): Promise<Server | undefined> {
  return transaction(pool, (tx) => changeServer(tx, target, change));
}

/** `updateServer` inside of a transaction that writes more. */
export async function changeServer(tx: Tx, target: Target, change: (current: ServerConfig) => ServerConfig): Promise<Server | undefined> {
  const stored = await claimServer(tx, target.projectId, target.id);
  if (!stored) return undefined;
  const current = { ...stored.config, ...openCredentials(stored.credentials, target.keyEncryptionKey, target.id) };
  return replaceServer(tx, toWrite(target, change(current)));
}

function toWrite({ id, projectId, keyEncryptionKey }: Target, config: ServerConfig): ServerWrite {
  const { readable, credentials } = split(config);
  return {
    id, projectId, config: readable,
    credentials: sealCredentials(credentials, keyEncryptionKey, id), hasClientSecret: credentials.clientSecret !== undefined,
  };
}
