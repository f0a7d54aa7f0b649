import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { CreateEvalRun } from '@assay/contract/areas/eval-runs/launch';
import type { SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import { isSameName } from '@assay/contract/normal-name';
import { conflict, notFound, reasons } from '@assay/contract/problem';
import { faultProblem } from '@assay/contract/fault';

type Selection = Pick<CreateEvalRun, 'suiteId' | 'serverIds' | 'environmentId' | 'hosts' | 'namedHostId'>;

/**
 * The servers of a run: its own selection, which may be empty, or the one of the suite. Projects have no environments
 * and no clients yet, so none can be attached to a suite.
 */
export function selectServers(
  { suiteId, serverIds, environmentId, hosts, namedHostId }: Selection,
  saved: string[],
): string[] {
  if (environmentId !== undefined) {
    if (serverIds)
      throw faultProblem(
        { path: '/serverIds', message: 'cannot be combined with environmentId' },
        {
          reason: reasons.ENVIRONMENT_SERVERS_NOT_OVERRIDABLE,
        },
      );
    throw faultProblem(
      { path: '/environmentId', message: 'is not attached to the suite' },
      {
        reason: reasons.ENVIRONMENT_NOT_ATTACHED,
        environmentId,
        environmentIds: [],
      },
    );
  }
  if (hosts) throw notFound('client', { host: hosts[0]!.host });
  if (namedHostId !== undefined)
    throw faultProblem(
      { path: '/namedHostId', message: 'is not attached to the suite' },
      {
        reason: reasons.HOST_NOT_ATTACHED,
        namedHostId,
        namedHostIds: [],
      },
    );
  if (!serverIds && saved.length === 0)
    throw faultProblem(
      { path: '/serverIds', message: 'is required: the suite has no saved server selection' },
      {
        reason: reasons.NO_SAVED_SERVER_SELECTION,
        suiteId,
      },
    );
  return [...new Set(serverIds ?? saved)];
}

/** Refuses a selected server that does not exist or is disabled. */
export function assertServersEnabled(selected: string[], found: SavedServer[]): void {
  selected.forEach((id, i) => {
    const server = found.find((each) => each.id === id);
    if (!server)
      throw faultProblem({ path: `/serverIds/${i}`, message: 'is not a server of this project' }, { serverId: id });
    if (!server.enabled) throw conflict(`The server "${server.name}" is switched off.`, { serverId: id });
  });
}

/** Refuses a step that names a server outside of this run. A page comes from a server, too. */
export function assertStepServers(cases: FrozenCase[], servers: { name: string }[]): void {
  for (const { title, steps } of cases) {
    for (const step of steps) {
      if (step.kind === 'toolCall' && !servers.some(({ name }) => isSameName(name, step.serverName))) {
        throw faultProblem({
          path: '/serverIds',
          message: `lack the server "${step.serverName}", which step "${step.id}" of case "${title}" calls`,
        });
      }
      if (step.kind === 'interact' && servers.length === 0)
        throw faultProblem({
          path: '/serverIds',
          message: `are none, and step "${step.id}" of case "${title}" needs one`,
        });
    }
  }
}
