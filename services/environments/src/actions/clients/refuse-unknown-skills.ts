import type { ClientConfig } from '@assay/contract/areas/clients/config';
import { refuseFault } from '@assay/contract/fault';
import type { Tx } from '@assay/kit/postgres/db';
import { keepSkills } from '../../store/plugins/bundle-parts.ts';

/** Skills that settings name; `place` is where the settings stand in the request. */
export interface NamedSkills {
  selection: ClientConfig['skillSelection'] | null | undefined;
  place: string;
}

/**
 * Checks the skills that a request names. They are not deleted before the transaction ends.
 * @throws VALIDATION_ERROR for the first one that the project does not have.
 */
export async function refuseUnknownSkills(tx: Tx, projectId: string, { selection, place }: NamedSkills): Promise<void> {
  const { skillIds = [] } = selection ?? {};
  if (skillIds.length === 0) return;
  const known = await keepSkills(tx, projectId, skillIds);
  const unknown = skillIds.findIndex((id) => !known.includes(id));
  if (unknown >= 0)
    refuseFault({ path: `${place}/skillSelection/skillIds/${unknown}`, message: 'is not a skill of this project' });
}
