import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import { isSameName } from '@assay/contract/normal-name';
import { faultProblem } from '@assay/contract/fault';

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
