import { roleIncludes, type Role } from '@assay/contract/access';
import { canonicalJson } from '@assay/contract/canonical';
import type { Server } from '@assay/contract/areas/servers/documents';
import { conflict, forbidden, notFound, reasons, type Problem } from '@assay/contract/problem';
import { refuseFault } from '@assay/contract/fault';
import { ServerSaved } from '@assay/mesh/events';
import { audit } from '@assay/kit/audit/audit';
import { publish } from '@assay/kit/events/outbox';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { onceWithKey, type FirstReply } from '@assay/kit/requests/idempotency';
import { credentialsMark, openCredentials, sealCredentials } from '../../store/servers/credentials.ts';
import { changesCommand, shownCredentials, splitConfig } from '../../domain/servers/server-config.ts';
import {
  filledCredentials,
  referenceFault,
  referencesOf,
  secretIdsOf,
  writtenCredentials,
  type SecretValues,
} from '../../domain/servers/secret-references.ts';
import type { ServerConfig } from '../../domain/servers/server-input.ts';
import { nameTaken } from '../../domain/refusals.ts';
import { findSettings } from '../../store/organizations/organization-settings.ts';
import { shareProject } from '../../store/projects/projects.ts';
import { openSecretValue } from '../../store/secrets/secret-value.ts';
import { shareSecrets } from '../../store/secrets/secrets.ts';
import { claimServer, insertServer, replaceServer, type ServerWrite } from '../../store/servers/servers.ts';

/** A server's ids, the person who saves it with the organization and the role there, and the key that seals its credentials. */
export interface ServerTarget {
  id: string;
  projectId: string;
  organizationId: string;
  organizationRole: Role | undefined;
  userId: string;
  keyEncryptionKey: Buffer;
}

/** The change of a saved server, and the secrets that it may add. */
export interface ServerEdit {
  change: (current: ServerConfig) => ServerConfig;
  secretIds?: string[];
  /** The revision that the change was based on; absent: any. */
  expectedRevision?: number | undefined;
}

/**
 * Saves a new server, once per idempotency key. NOT_FOUND when there is no such project, CONFLICT when the project has
 * a server of that name.
 */
export function createServer(
  pool: Pool,
  target: ServerTarget,
  config: ServerConfig,
  key: string | undefined,
): Promise<FirstReply<Server>> {
  const { readable, credentials } = splitConfig(config);
  const body = { ...readable, credentials: credentialsMark(credentials, target.keyEncryptionKey) };
  return transaction(pool, (tx) =>
    onceWithKey(tx, { key, target: { projectId: target.projectId }, body }, async () => {
      const server = await addServer(tx, target, config);
      if (server === 'no project') throw notFound('project');
      if (server === 'name taken') throw nameTaken(config.name);
      return server;
    }),
  );
}

/**
 * Saves a new server within the caller's transaction. Answers the reason when there is no such project, or the name is
 * taken.
 */
export async function addServer(
  tx: Tx,
  target: ServerTarget,
  config: ServerConfig,
): Promise<Server | 'no project' | 'name taken'> {
  if (!(await shareProject(tx, target.organizationId, target.projectId))) return 'no project';
  await assertCommandAllowed(tx, target, config);
  const values = await secretValues(tx, target, secretIdsOf(config));
  const server = await insertServer(tx, toWrite(target, config, values));
  if (!server) return 'name taken';
  await publishSaved(tx, server);
  await audit(tx, { target: { serverId: server.id }, after: server });
  return server;
}

/**
 * Replaces a server by the result of `change`, under the lock of its row. Undefined when the project has no such server.
 * A throw of `change` leaves everything unchanged.
 * @throws CONFLICT when the server is at another revision than the expected one; its details have the server.
 */
export async function updateServer(pool: Pool, target: ServerTarget, edit: ServerEdit): Promise<Server | undefined> {
  return transaction(pool, (tx) => changeServer(tx, target, edit));
}

/** `updateServer` within the caller's transaction. */
export async function changeServer(
  tx: Tx,
  target: ServerTarget,
  { change, secretIds = [], expectedRevision }: ServerEdit,
): Promise<Server | undefined> {
  // Secrets are locked before servers, as a rotation does.
  const added = await secretValues(tx, target, secretIds);
  const stored = await claimServer(tx, target.projectId, target.id);
  if (!stored) return undefined;
  if (expectedRevision !== undefined && expectedRevision !== stored.server.revision) throw staleServer(stored.server);
  const filled = openCredentials(stored.credentials, target.keyEncryptionKey, target.id);
  const credentials = writtenCredentials(filled, stored.references);
  const current = { ...stored.config, ...credentials };
  const next = change(current);
  await assertCommandAllowed(tx, target, next, current);
  const server = await replaceServer(tx, toWrite(target, next, { ...filled.secrets, ...added }));
  if (next.name !== current.name || next.enabled !== current.enabled) await publishSaved(tx, server!);
  const isSecret = canonicalJson(splitConfig(next).credentials) !== canonicalJson(credentials);
  await audit(tx, {
    target: { serverId: target.id },
    before: { ...stored.server, ...shownCredentials(credentials) },
    after: server,
    isSecret,
  });
  return server;
}

const staleServer = (server: Server): Problem =>
  conflict('The server changed since it was read.', { currentRevision: server.revision, current: server });

const publishSaved = (tx: Tx, { id: serverId, projectId, name, enabled }: Server): Promise<void> =>
  publish(tx, ServerSaved, { serverId, projectId, name, enabled });

/** @throws FORBIDDEN when the organization keeps commands to its admins, and another member makes or changes one. */
async function assertCommandAllowed(
  tx: Tx,
  { organizationId, organizationRole }: ServerTarget,
  next: ServerConfig,
  current?: ServerConfig,
): Promise<void> {
  if (!changesCommand(next, current) || roleIncludes(organizationRole, 'admin')) return;
  const settings = await findSettings(tx, organizationId);
  if (!settings?.own.servers.commandsNeedAdmin) return;
  throw forbidden(
    'Your organization keeps commands to its admins: ask one of them to save this server, or save one that is reached at a URL.',
    { reason: reasons.COMMANDS_NEED_ADMIN },
  );
}

/** The values of secrets, locked against rotation and deletion until the transaction ends; unknown ones are left out. */
async function secretValues(
  tx: Tx,
  { projectId, keyEncryptionKey }: ServerTarget,
  secretIds: string[],
): Promise<SecretValues> {
  if (secretIds.length === 0) return {};
  const secrets = await shareSecrets(tx, projectId, secretIds);
  return Object.fromEntries(secrets.map((secret) => [secret.id, openSecretValue(secret, keyEncryptionKey)]));
}

/** @throws VALIDATION_ERROR for a reference that cannot be filled in. */
function toWrite(
  { id, projectId, userId, keyEncryptionKey }: ServerTarget,
  config: ServerConfig,
  values: SecretValues,
): ServerWrite {
  refuseFault(referenceFault(config, values));
  const { readable, credentials } = splitConfig(config);
  return {
    id,
    projectId,
    config: readable,
    credentials: sealCredentials(filledCredentials(credentials, values), keyEncryptionKey, id),
    shown: shownCredentials(credentials),
    references: referencesOf(config),
    userId,
  };
}
