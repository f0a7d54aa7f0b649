import type { ClientConfig } from '@assay/contract/areas/clients/config';
import type { ClientDetail } from '@assay/contract/areas/clients/documents';
import { audit } from '@assay/kit/audit/audit';
import { newId } from '@assay/kit/id';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { onceWithKey, type FirstReply, type RepeatableRequest } from '@assay/kit/requests/idempotency';
import { configIdOf } from '../../domain/clients/client-config.ts';
import { auditedClient, toClientDetail, type StoredClient } from '../../domain/clients/client-record.ts';
import { templateConfig, templates } from '../../domain/clients/client-templates.ts';
import { findClientImpact } from '../../store/clients/client-uses.ts';
import { insertClientVersion } from '../../store/clients/client-versions.ts';
import { findDefaultClient, insertClient } from '../../store/clients/clients.ts';
import { admitToProject, refuseDeletedProject } from '../projects/admit-to-project.ts';
import { refuseUnknownSkills } from './refuse-unknown-skills.ts';

/** A client that is to be made, and its author. */
export interface NewClient {
  projectId: string;
  name: string;
  config: ClientConfig;
  createdBy: string | undefined;
}

/** Creates a client, once per idempotency key. */
export const createClient = (
  pool: Pool,
  request: RepeatableRequest,
  made: NewClient,
): Promise<FirstReply<ClientDetail>> =>
  transaction(pool, (tx) =>
    onceWithKey(tx, request, async () => {
      await refuseUnknownSkills(tx, made.projectId, { selection: made.config.skillSelection, place: '/config' });
      const client = (await writeClient(tx, made, false))!;
      await audit(tx, { target: { clientId: client.id }, after: auditedClient(client) });
      return toClientDetail(client, await findClientImpact(tx, client.id));
    }),
  );

/**
 * The default client of a project, which the first caller makes from the template `assay`. A simultaneous caller gets
 * the same client.
 */
export async function ensureDefaultClient(pool: Pool, projectId: string): Promise<StoredClient> {
  const present = await findDefaultClient(pool, projectId);
  if (present) return present;
  const made = { projectId, name: templates.assay.label, config: templateConfig('assay'), createdBy: undefined };
  const client =
    (await transaction(pool, (tx) => writeClient(tx, made, true))) ?? (await findDefaultClient(pool, projectId));
  if (!client) throw new Error(`The project ${projectId} neither has a default client nor could one be made.`);
  return client;
}

/** Undefined when the client would be a second default of its project. */
async function writeClient(
  tx: Tx,
  { projectId, name, config, createdBy }: NewClient,
  isDefault: boolean,
): Promise<StoredClient | undefined> {
  const version = { id: newId('clientver'), number: 1, configId: configIdOf(config), config };
  const client = await insertClient(tx, { id: newId('client'), projectId, name, isDefault, version });
  if (!client) return undefined;
  await (isDefault ? refuseDeletedProject(tx, projectId) : admitToProject(tx, projectId, 'clients'));
  await insertClientVersion(tx, { ...version, clientId: client.id, changed: [], createdBy });
  return client;
}
