import { foldedName } from '@assay/contract/normal-name';
import type { Pool } from '@assay/kit/postgres/db';
import { copyNames } from '../../domain/clients/client-edit.ts';
import type { StoredClient } from '../../domain/clients/client-record.ts';
import { listTakenNames } from '../../store/clients/clients.ts';

/** A name for a copy of a client that no other client of the project has, while there are few copies. */
export async function nameOfCopy(pool: Pool, { projectId, name }: StoredClient): Promise<string> {
  const names = copyNames(name);
  const taken = await listTakenNames(pool, projectId, names);
  return names.find((each) => !taken.includes(foldedName(each))) ?? names[0]!;
}
