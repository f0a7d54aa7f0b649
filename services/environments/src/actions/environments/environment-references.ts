import { unlaunchableProblem } from '@assay/contract/areas/environments/unlaunchable';
import { notFound } from '@assay/contract/problem';
import type { Tx } from '@assay/kit/postgres/db';
import type { EnvironmentState } from '../../domain/environments/environment-record.ts';
import { shareClient, shareServerGroup } from '../../store/environments/environments.ts';

type References = Partial<Pick<EnvironmentState, 'clientId' | 'serverGroupId'>>;

/** Throws NOT_FOUND for an object that an environment is about to name and that the project does not have. */
export async function assertReferences(
  tx: Tx,
  projectId: string,
  { clientId, serverGroupId }: References,
): Promise<void> {
  if (clientId !== undefined && !(await shareClient(tx, projectId, clientId)))
    throw notFound('client', { hostId: clientId });
  if (serverGroupId !== undefined && !(await shareServerGroup(tx, projectId, serverGroupId)))
    throw notFound('server group', { serverAttachmentId: serverGroupId });
}

/** Throws CONFLICT when an object was deleted that a nameless or archived environment names. */
export async function assertStillThere(
  tx: Tx,
  projectId: string,
  { clientId, serverGroupId }: Pick<EnvironmentState, 'clientId' | 'serverGroupId'>,
): Promise<void> {
  if (!(await shareClient(tx, projectId, clientId)))
    throw unlaunchableProblem('ENV_CLIENT_MISSING', { hostId: clientId });
  if (serverGroupId !== undefined && !(await shareServerGroup(tx, projectId, serverGroupId)))
    throw unlaunchableProblem('ENV_SERVER_GROUP_MISSING', { serverAttachmentId: serverGroupId });
}
