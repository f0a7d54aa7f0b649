import { prepared, rows, type Db } from '@assay/kit/postgres/db';

/** Rises with every change that may affect access. */
export async function findAccessVersion(db: Db): Promise<number> {
  const [row] = await rows<{ epoch: string }>(db, prepared`select epoch from access_epoch`);
  return Number(row!.epoch);
}
