import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { ResolvedBundle } from '@assay/contract/areas/environments/bundle';
import { unlaunchableProblem } from '@assay/contract/areas/environments/unlaunchable';
import type { SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import { isSameName } from '@assay/contract/normal-name';
import { conflict } from '@assay/contract/problem';
import { faultProblem } from '@assay/contract/fault';
import { savedServersOf } from '../run-targets/run-bundle.ts';
import type { RunTarget } from '../run-targets/run-target.ts';

/** Refuses a server of the target that does not exist or is disabled; one of an environment was there a moment ago. */
export function assertServersUsable(target: RunTarget, bundle: ResolvedBundle, found: SavedServer[]): void {
  if (target.environmentId === undefined) return assertServersEnabled(target.serverIds, found);
  for (const { id } of savedServersOf(bundle)) {
    const server = found.find((each) => each.id === id);
    if (!server?.enabled)
      throw unlaunchableProblem(server ? 'ENV_SERVER_DISABLED' : 'ENV_SERVER_DELETED', { serverIds: [id] });
  }
}

function assertServersEnabled(selected: string[], found: SavedServer[]): void {
  selected.forEach((id, i) => {
    const server = found.find((each) => each.id === id);
    if (!server)
      throw faultProblem({ path: `/serverIds/${i}`, message: 'is not a server of this project' }, { serverId: id });
    if (!server.enabled) throw conflict(`The server "${server.name}" is switched off.`, { serverId: id });
  });
}

/** Refuses a step that names a server outside of this run, which `path` selects. A page comes from a server, too. */
export function assertStepServers(cases: FrozenCase[], servers: { name: string }[], path: string): void {
  for (const { title, steps } of cases) {
    for (const step of steps) {
      if (step.kind === 'toolCall' && !servers.some(({ name }) => isSameName(name, step.serverName))) {
        throw faultProblem({
          path,
          message: `lack the server "${step.serverName}", which step "${step.id}" of case "${title}" calls`,
        });
      }
      if (step.kind === 'interact' && servers.length === 0)
        throw faultProblem({
          path,
          message: `are none, and step "${step.id}" of case "${title}" needs one`,
        });
    }
  }
}
