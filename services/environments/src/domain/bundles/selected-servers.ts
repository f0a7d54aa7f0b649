import type { BundleServer } from '@assay/contract/areas/environments/bundle';
import { unlaunchableProblem } from '@assay/contract/areas/environments/unlaunchable';
import type { BundleSource, SavedServerName } from './bundle-source.ts';

/** A server that a bundle selects. */
export interface SelectedServer {
  id: string;
  isOptional: boolean;
}

/**
 * The servers that a bundle selects: the servers of the environment's server group, which are all needed; without a
 * group, the servers of the client's settings.
 */
export function selectedServers({ environment, client }: BundleSource): SelectedServer[] {
  if (environment?.groupServerIds) return environment.groupServerIds.map((id) => ({ id, isOptional: false }));
  const { serverIds = [], optionalServerIds = [] } = client?.config ?? {};
  const needed = serverIds.map((id) => ({ id, isOptional: false }));
  const optional = optionalServerIds.filter((id) => !serverIds.includes(id)).map((id) => ({ id, isOptional: true }));
  return [...needed, ...optional];
}

/** Whether a launch could use all selected servers. */
export const areUsable = (selected: readonly SelectedServer[], saved: readonly SavedServerName[]): boolean =>
  selected.every(({ id }) => saved.some((server) => server.id === id && server.isEnabled));

/**
 * The selected servers with their names. Throws CONFLICT when one was deleted or is switched off: a launch never uses
 * fewer servers than its environment names.
 */
export function namedServers(selected: readonly SelectedServer[], saved: readonly SavedServerName[]): BundleServer[] {
  const byId = new Map(saved.map((server) => [server.id, server]));
  const deleted = selected.filter(({ id }) => !byId.has(id)).map(({ id }) => id);
  if (deleted.length > 0) throw unlaunchableProblem('ENV_SERVER_DELETED', { serverIds: deleted });
  const disabled = selected.filter(({ id }) => !byId.get(id)!.isEnabled).map(({ id }) => id);
  if (disabled.length > 0) throw unlaunchableProblem('ENV_SERVER_DISABLED', { serverIds: disabled });
  return selected.map(({ id, isOptional }) => ({ id, name: byId.get(id)!.name, isOptional }));
}
