import { given } from '@assay/contract/given';
import { changedPaths } from '@assay/contract/patches/changed-paths';
import { withoutNull } from '@assay/contract/patches/without-null';
import { conflict, notFound } from '@assay/contract/problem';
import type { NameEnvironment, UpdateEnvironment } from '@assay/contract/areas/environments/documents';
import { audit } from '@assay/kit/audit/audit';
import { isDuplicate, transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { assertNamed, assertRevision, assertUnpublished } from '../../domain/environments/editable.ts';
import { patchedState } from '../../domain/environments/environment-patch.ts';
import type { EnvironmentState, StoredEnvironment } from '../../domain/environments/environment-record.ts';
import { viewOf } from '../../domain/environments/environment-view.ts';
import { nameTakenProblem } from '../../domain/refusals.ts';
import { insertEnvironmentRevision } from '../../store/environments/environment-revisions.ts';
import { claimEnvironment, replaceEnvironment } from '../../store/environments/environments.ts';
import { keepPluginVersions } from '../../store/plugins/bundle-parts.ts';
import { listStudiesOfEnvironment } from '../../store/studies/studies.ts';
import { admitToProject } from '../projects/admit-to-project.ts';
import { assertReferences, assertStillThere } from './environment-references.ts';

/** An environment in the revision that its editor read. */
export interface RevisionTarget {
  projectId: string;
  environmentId: string;
  expectedRevision: number;
  userId: string | undefined;
}

type NamedState = EnvironmentState & { name: string };

/** Edits an environment. Throws NOT_FOUND or CONFLICT. */
export const updateEnvironment = (
  pool: Pool,
  target: RevisionTarget,
  patch: Omit<UpdateEnvironment, 'expectedRevision'>,
): Promise<StoredEnvironment> =>
  revise(pool, target, async (tx, environment) => {
    assertNamed(environment);
    await assertReferences(tx, target.projectId, {
      ...given({ clientId: patch.hostId }),
      serverGroupId: patch.serverAttachmentId ?? undefined,
      body: withoutNull({
        ...given({
          pluginVersionIds: patch.pluginVersionIds,
          sandboxImageId: patch.sandboxImageId,
          skillSelection: patch.skillSelection,
        }),
      }),
    });
    return patchedState(environment, patch);
  });

/** Archives an environment. Throws NOT_FOUND, or CONFLICT when it is archived already, or published as a study. */
export const archiveEnvironment = (pool: Pool, target: RevisionTarget): Promise<StoredEnvironment> =>
  revise(pool, target, async (tx, environment) => {
    assertNamed(environment);
    if (environment.isArchived) throw conflict('The environment is archived already.');
    assertUnpublished(await listStudiesOfEnvironment(tx, environment.id));
    return { ...environment, isArchived: true };
  });

/** A restored environment, with the pins that were taken out because their plugin versions were deleted. */
export interface RestoredEnvironment {
  environment: StoredEnvironment;
  droppedPluginVersionIds: string[];
}

/** Restores an archived environment. Throws NOT_FOUND, or CONFLICT when its name is taken or its client is gone. */
export async function restoreEnvironment(pool: Pool, target: RevisionTarget): Promise<RestoredEnvironment> {
  let droppedPluginVersionIds: string[] = [];
  const environment = await revise(pool, target, async (tx, archived) => {
    if (!archived.isArchived) throw conflict('The environment is not archived.');
    await assertStillThere(tx, target.projectId, archived);
    const { pluginVersionIds = [], ...body } = archived.body;
    const kept = await keepPluginVersions(tx, target.projectId, pluginVersionIds);
    droppedPluginVersionIds = pluginVersionIds.filter((id) => !kept.includes(id));
    const pins = pluginVersionIds.filter((id) => kept.includes(id));
    return {
      ...archived,
      body: { ...body, ...(pins.length > 0 && { pluginVersionIds: pins }) },
      isArchived: false,
    };
  });
  return { environment, droppedPluginVersionIds };
}

/** Names an ad-hoc environment. Throws NOT_FOUND, or CONFLICT when it has a name or its client is gone. */
export const nameEnvironment = (
  pool: Pool,
  target: RevisionTarget,
  { name, description }: Omit<NameEnvironment, 'expectedRevision'>,
): Promise<StoredEnvironment> =>
  revise(pool, target, async (tx, environment) => {
    if (environment.name !== undefined) throw conflict('The environment has a name: edit it to change the name.');
    await assertStillThere(tx, target.projectId, environment);
    return patchedState(environment, { name, ...given({ description }) });
  });

/** Makes the next revision of an environment; a change without an effect makes none. */
async function revise(
  pool: Pool,
  { projectId, environmentId, expectedRevision, userId }: RevisionTarget,
  change: (tx: Tx, environment: StoredEnvironment) => Promise<EnvironmentState>,
): Promise<StoredEnvironment> {
  let wanted: string | undefined;
  return transaction(pool, async (tx) => {
    const environment = await claimEnvironment(tx, projectId, environmentId);
    if (!environment) throw notFound('environment');
    assertRevision(environment, expectedRevision);
    const next = (await change(tx, environment)) as NamedState;
    wanted = next.name;
    return saved(tx, environment, next, userId);
  }).catch((error: unknown) => {
    throw isDuplicate(error) ? nameTakenProblem('an environment', wanted!) : error;
  });
}

async function saved(
  tx: Tx,
  before: StoredEnvironment,
  next: NamedState,
  createdBy: string | undefined,
): Promise<StoredEnvironment> {
  const [old, settings] = [viewOf(before), { ...viewOf(next) }];
  const changed = changedPaths(old, settings);
  if (changed.length === 0) {
    await audit(tx);
    return before;
  }
  const environment = (await replaceEnvironment(tx, { ...before, ...next }))!;
  const wasCounted = before.name !== undefined && !before.isArchived;
  if (!wasCounted && !next.isArchived) await admitToProject(tx, before.projectId, 'environments');
  const { id, revision } = environment;
  await insertEnvironmentRevision(tx, id, { revision, settings, changed, createdBy });
  await audit(tx, { target: { environmentId: id }, before: old, after: settings });
  return environment;
}
