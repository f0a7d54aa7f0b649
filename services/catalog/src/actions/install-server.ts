import type { Server } from '@assay/contract/documents/server';
import { transaction, type Pool } from '@assay/kit/db';
import { patched, type Credentials, type ServerConfig } from '../domain/server-config.ts';
import type { EndpointConfig } from '../domain/registry-config.ts';
import { claimInstall, saveInstall, type InstallWrite } from '../store/registry-installs.ts';
import { addServer, changeServer, type Target } from './save-server.ts';

export interface Install {
  organizationId: string;
  record: InstallWrite;
  /** The name to save under; the saved one stays, and `fallback` is taken for a new one, when it is absent. */
  serverName: string | undefined;
  fallback: string;
  /** The endpoint's part of the configuration, given what is saved for the same destination. What it throws leaves everything as it was. */
  configFor(saved: Credentials): EndpointConfig;
  /** Refuses a change, by throwing. */
  hold(next: ServerConfig, change?: { current: ServerConfig; patch: Partial<ServerConfig> }): void;
}

/** Saves a published server in a project, or brings the one it has to this version; and where it comes from, with it. */
export async function installServer(
  pool: Pool, target: Target, { organizationId, record, serverName, fallback, configFor, hold }: Install,
): Promise<{ outcome: 'created' | 'reconnected'; server: Server } | 'no project' | 'name taken'> {
  return transaction(pool, async (tx) => {
    const existing = await claimInstall(tx, record.projectId, record.registryServerId);
    if (existing) {
      const server = await changeServer(tx, { ...target, id: existing.serverId }, (current) => {
        const { headers = null, env = null, ...config } = configFor(existing.destination === record.destination ? current : {});
        const patch = { ...config, ...(config.transportType === 'http' ? { headers } : { env }), ...(serverName !== undefined && { name: serverName }) };
        const next = patched(current, patch);
        hold(next, { current, patch: patch as Partial<ServerConfig> });
        return next;
      });
      await saveInstall(tx, existing.serverId, record);
      return { outcome: 'reconnected', server: server! };
    }
    const config = { name: serverName ?? fallback, enabled: true, ...configFor({}) };
    hold(config);
    const server = await addServer(tx, organizationId, target, config);
    if (typeof server === 'string') return server;
    await saveInstall(tx, server.id, record);
    return { outcome: 'created', server };
  });
}
