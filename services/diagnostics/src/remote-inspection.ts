import type { SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import { Problem } from '@assay/contract/problem';
import type { InspectionName } from '@assay/inspect/inspections';
import type { Deps } from './deps.ts';

/** Has a runner that reaches the server find out what is asked of it. */
export async function inspectFromRunner(_deps: Deps, { id: serverId, name, transport }: SavedServer, _inspection: InspectionName, _input: object): Promise<Buffer> {
  throw new Problem('FEATURE_NOT_SUPPORTED', `Server "${name}" is started by a command; such a server needs a runner that allows it.`, { serverId, transport });
}
