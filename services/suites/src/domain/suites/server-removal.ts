import { isSameName } from '@assay/contract/normal-name';
import type { StoredCase } from '../cases/case-record.ts';
import type { Fault } from '@assay/contract/fault';

/** The first case that calls a server which the change removes from its suite. */
export function removalFault(
  cases: readonly Pick<StoredCase, 'id' | 'body'>[],
  removedNames: readonly string[],
): Fault | undefined {
  for (const {
    id,
    body: { title, steps },
  } of cases) {
    const step = steps.find(
      (each) => each.kind === 'toolCall' && removedNames.some((name) => isSameName(name, each.serverName)),
    );
    if (step?.kind === 'toolCall') {
      return {
        path: '/environment/servers',
        message: `leaves out ${step.serverName}, which the case ${id} ("${title.slice(0, 100)}") calls`,
      };
    }
  }
  return undefined;
}
