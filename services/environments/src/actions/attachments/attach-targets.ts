import { unlaunchableProblem } from '@assay/contract/areas/environments/unlaunchable';
import { notFound } from '@assay/contract/problem';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { referencedClient } from '../../domain/bundles/referenced-client.ts';
import {
  deleteAttachments,
  insertAttachments,
  lockClients,
  lockEnvironments,
  lockHolder,
  type AttachableEnvironment,
  type AttachmentHolder,
} from '../../store/attachments/attachments.ts';

/** The ids of environments, and ids or names of clients. */
export interface TargetReferences {
  environmentIds: readonly string[];
  clients: readonly string[];
}

/** The targets of a holder, in the order of their references and each once. */
export interface AttachedTargets {
  environments: { id: string; name: string | null }[];
  clients: { id: string; name: string }[];
}

/**
 * Replaces all that a suite or journey uses, or nothing. Throws NOT_FOUND for the first target that the project does not
 * have, and CONFLICT for an archived environment that it did not use before.
 */
export function attachTargets(
  pool: Pool,
  holder: AttachmentHolder,
  references: TargetReferences,
): Promise<AttachedTargets> {
  return transaction(pool, async (tx) => {
    await lockHolder(tx, holder.id);
    const environments = attachable(
      await lockEnvironments(tx, holder, references.environmentIds),
      references.environmentIds,
    );
    const known = await lockClients(tx, holder.projectId, references.clients);
    const clients = [...new Set(references.clients.map((reference) => referencedClient(known, reference)))];
    await deleteAttachments(tx, holder);
    await insertAttachments(tx, holder, idsOf(environments), idsOf(clients));
    return { environments, clients };
  });
}

function attachable(found: readonly AttachableEnvironment[], ids: readonly string[]): AttachableEnvironment[] {
  return [...new Set(ids)].map((id) => {
    const environment = found.find((each) => each.id === id);
    if (!environment) throw notFound('environment', { environmentId: id });
    if (environment.isArchived && !environment.isAttached)
      throw unlaunchableProblem('ENV_ARCHIVED', { environmentId: id });
    return environment;
  });
}

const idsOf = (targets: readonly { id: string }[]): string[] => targets.map(({ id }) => id);
