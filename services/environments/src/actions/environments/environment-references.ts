import { unlaunchableProblem } from '@assay/contract/areas/environments/unlaunchable';
import { refuseFault } from '@assay/contract/fault';
import { notFound } from '@assay/contract/problem';
import type { Tx } from '@assay/kit/postgres/db';
import type { EnvironmentState } from '../../domain/environments/environment-record.ts';
import { shareClient, shareServerGroup } from '../../store/environments/environments.ts';
import { shareImage, shareReadyImage } from '../../store/images/images.ts';
import { keepPluginVersions, keepSkills, keepSkillVersions } from '../../store/plugins/bundle-parts.ts';

type References = Pick<EnvironmentState, 'serverGroupId'> &
  Partial<Pick<EnvironmentState, 'clientId'>> & {
    body: Pick<EnvironmentState['body'], 'pluginVersionIds' | 'skillSelection' | 'sandboxImageId'>;
  };

/**
 * Throws NOT_FOUND for an object that an environment is about to name and that the project does not have, and
 * VALIDATION_ERROR for a pin that would have no effect.
 */
export async function assertReferences(
  tx: Tx,
  projectId: string,
  { clientId, serverGroupId, body: { pluginVersionIds = [], skillSelection, sandboxImageId } }: References,
): Promise<void> {
  if (clientId !== undefined && !(await shareClient(tx, projectId, clientId)))
    throw notFound('client', { hostId: clientId });
  if (serverGroupId !== undefined && !(await shareServerGroup(tx, projectId, serverGroupId)))
    throw notFound('server group', { serverAttachmentId: serverGroupId });
  if (sandboxImageId !== undefined && !(await shareReadyImage(tx, projectId, sandboxImageId)))
    throw notFound('sandbox image that is promoted and has a ready build', { sandboxImageId });
  const pluginVersionId = firstUnknown(pluginVersionIds, await keepPluginVersions(tx, projectId, pluginVersionIds));
  if (pluginVersionId !== undefined) throw notFound('plugin version that is ready', { pluginVersionId });
  if (skillSelection) await assertSkills(tx, projectId, skillSelection);
}

async function assertSkills(
  tx: Tx,
  projectId: string,
  { skillIds, versionPins = [] }: NonNullable<References['body']['skillSelection']>,
): Promise<void> {
  const pinned = versionPins.map((pin) => pin.skillId);
  const stray = pinned.findIndex((id, i) => !skillIds.includes(id) || pinned.indexOf(id) < i);
  if (stray >= 0)
    refuseFault({
      path: `/skillSelection/versionPins/${stray}/skillId`,
      message: 'must be one of skillIds that has no pin before',
    });
  const skillId = firstUnknown(skillIds, await keepSkills(tx, projectId, skillIds));
  if (skillId !== undefined) throw notFound('skill', { skillId });
  const kept = await keepSkillVersions(tx, projectId, versionPins);
  const versionId = firstUnknown(
    versionPins.map((pin) => pin.versionId),
    kept,
  );
  if (versionId !== undefined) throw notFound('version of the skill', { versionId });
}

const firstUnknown = (ids: readonly string[], known: readonly string[]): string | undefined =>
  ids.find((id) => !known.includes(id));

/** Throws CONFLICT when an object was deleted that a nameless or archived environment names. */
export async function assertStillThere(
  tx: Tx,
  projectId: string,
  { clientId, serverGroupId, body: { sandboxImageId } }: Pick<EnvironmentState, 'clientId' | 'serverGroupId' | 'body'>,
): Promise<void> {
  if (!(await shareClient(tx, projectId, clientId)))
    throw unlaunchableProblem('ENV_CLIENT_MISSING', { hostId: clientId });
  if (serverGroupId !== undefined && !(await shareServerGroup(tx, projectId, serverGroupId)))
    throw unlaunchableProblem('ENV_SERVER_GROUP_MISSING', { serverAttachmentId: serverGroupId });
  if (sandboxImageId !== undefined && !(await shareImage(tx, projectId, sandboxImageId)))
    throw unlaunchableProblem('ENV_IMAGE_MISSING', { sandboxImageId });
}
