import type { Server } from '@assay/contract/areas/servers/documents';
import { canonicalJson } from '@assay/contract/canonical';
import { given } from '@assay/contract/given';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { patchedConfig } from '../../domain/servers/server-config.ts';
import type { ServerConfig } from '../../domain/servers/server-input.ts';
import type { EndpointConfig } from '../../domain/registry/endpoint-config.ts';
import { claimInstall, saveInstall, type InstallWrite } from '../../store/registry/registry-installs.ts';
import { addServer, changeServer, type ServerTarget } from '../servers/save-server.ts';

export interface ServerInstall {
  record: Omit<InstallWrite, 'destination'>;
  /** The name to save under. When it is absent, a saved server keeps its name and a new server gets `fallback`. */
  serverName: string | undefined;
  fallback: string;
  /**
   * The endpoint's part of the configuration and its destination, from the saved configuration and destination. A throw
   * leaves everything unchanged.
   */
  configFor(saved?: { current: ServerConfig; destination: string }): { config: EndpointConfig; destination: string };
  /** Refuses a change, by throwing. */
  assertValid(next: ServerConfig, change?: { current: ServerConfig; patch: Partial<ServerConfig> }): void;
}

/** A saved server of an install; `changes` are the settings of a saved server that the install changed. */
export interface InstalledServer {
  outcome: 'created' | 'reconnected';
  server: Server;
  changes: string[];
}
type Install = (
  pool: Pool,
  target: ServerTarget,
  install: ServerInstall,
) => Promise<InstalledServer | 'no project' | 'name taken'>;

/**
 * Saves a published server in a project, or updates the saved server to this version, together with the record of its
 * origin.
 */
export const installServer: Install = (pool, target, install) =>
  transaction(pool, (tx) => installIn(tx, target, install));

/** Makes an install and takes it back: the outcome that it would have, with every refusal. */
export const previewInstall: Install = async (pool, target, install) => {
  let outcome: Awaited<ReturnType<Install>> | undefined;
  const takenBack = new Error('The preview of an install is taken back.');
  try {
    await transaction(pool, async (tx) => {
      outcome = await installIn(tx, target, install);
      throw takenBack;
    });
  } catch (error) {
    if (error !== takenBack) throw error;
  }
  return outcome!;
};

async function installIn(
  tx: Tx,
  target: ServerTarget,
  { record, serverName, fallback, configFor, assertValid }: ServerInstall,
): ReturnType<Install> {
  const existing = await claimInstall(tx, record.projectId, record.registryServerId);
  let destination = '';
  let changes: string[] = [];
  // Locks the server before the rows that depend on it, in the same order as its deletion does.
  const server =
    existing &&
    (await changeServer(
      tx,
      { ...target, id: existing.serverId },
      {
        change: (current) => {
          const made = configFor({ current, destination: existing.destination });
          ({ destination } = made);
          const { headers = null, env = null, ...config } = made.config;
          const patch = {
            ...config,
            ...(config.transportType === 'http' ? { headers } : { env }),
            ...given({ name: serverName }),
          };
          const next = patchedConfig(current, patch);
          assertValid(next, { current, patch: patch as Partial<ServerConfig> });
          changes = changedSettings(current, next);
          return next;
        },
      },
    ));
  if (server) {
    await saveInstall(tx, server.id, { ...record, destination });
    await auditInstall(tx, server, record);
    return { outcome: 'reconnected', server, changes };
  }
  const made = configFor();
  const config = { name: serverName ?? fallback, enabled: true, ...made.config };
  assertValid(config);
  const added = await addServer(tx, target, config);
  if (typeof added === 'string') return added;
  await saveInstall(tx, added.id, { ...record, destination: made.destination });
  await auditInstall(tx, added, record);
  return { outcome: 'created', server: added, changes };
}

const changedSettings = (current: ServerConfig, next: ServerConfig): string[] =>
  [...new Set([...Object.keys(current), ...Object.keys(next)])].filter(
    (name) =>
      canonicalJson(current[name as keyof ServerConfig] ?? null) !==
      canonicalJson(next[name as keyof ServerConfig] ?? null),
  );

/** Audits the installation; the change of the server itself has an entry of its own. */
const auditInstall = (
  tx: Tx,
  { id }: Server,
  { registryServerId, version, contentHash }: ServerInstall['record'],
): Promise<void> =>
  audit(tx, { target: { serverId: id, registryServerId }, after: { registryServerId, version, contentHash } });
