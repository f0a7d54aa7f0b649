import type { ClientConfig } from '@assay/contract/areas/clients/config';
import type { ClientDetail } from '@assay/contract/areas/clients/documents';
import { changedPaths } from '@assay/contract/patches/changed-paths';
import { notFound } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { newId } from '@assay/kit/id';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { configIdOf } from '../../domain/clients/client-config.ts';
import { staleClientProblem, type ExpectedState } from '../../domain/clients/client-edit.ts';
import { auditedClient, toClientDetail, type StoredClient } from '../../domain/clients/client-record.ts';
import { findClientImpact } from '../../store/clients/client-uses.ts';
import { insertClientVersion } from '../../store/clients/client-versions.ts';
import { claimClient, updateClient } from '../../store/clients/clients.ts';
import { refuseUnknownSkills, type NamedSkills } from './refuse-unknown-skills.ts';

/** An edit of a client: the state that its author has read, the name, if it changes, and the settings after it. */
export interface ClientEdit {
  projectId: string;
  clientId: string;
  expected: ExpectedState;
  name?: string | undefined;
  config: (current: ClientConfig) => ClientConfig;
  /** The skills that the edit names, and where. */
  skills?: NamedSkills | undefined;
  editedBy: string | undefined;
}

/**
 * Edits a client in the state that the author has read. An edit without an effect writes nothing.
 * @throws NOT_FOUND, CONFLICT with the present state, or what `config` throws.
 */
export function editClient(pool: Pool, edit: ClientEdit): Promise<ClientDetail> {
  return transaction(pool, async (tx) => {
    const client = await claimClient(tx, edit.projectId, edit.clientId);
    if (!client) throw notFound('client');
    const impact = await findClientImpact(tx, client.id);
    const stale = staleClientProblem(client, impact, edit.expected);
    if (stale) throw stale;
    if (edit.skills) await refuseUnknownSkills(tx, edit.projectId, edit.skills);
    return toClientDetail(await edited(tx, client, edit), impact);
  });
}

async function edited(
  tx: Tx,
  client: StoredClient,
  { name = client.name, config: change, editedBy }: ClientEdit,
): Promise<StoredClient> {
  const { version } = client;
  const config = change(version.config);
  const configId = configIdOf(config);
  const isSame = configId === version.configId;
  const next = isSame ? version : { id: newId('clientver'), number: version.number + 1, configId, config };
  if (!isSame)
    await insertClientVersion(tx, {
      ...next,
      clientId: client.id,
      changed: changedPaths(version.config, config),
      createdBy: editedBy,
    });
  const after = { ...client, name, version: next };
  const hasChanged = !isSame || name !== client.name;
  const saved = hasChanged ? { ...after, updatedAt: await updateClient(tx, after) } : client;
  await audit(
    tx,
    hasChanged
      ? { target: { clientId: client.id }, before: auditedClient(client), after: auditedClient(saved) }
      : undefined,
  );
  return saved;
}
