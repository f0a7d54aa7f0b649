import { prepared, rows, type Db } from '@assay/kit/postgres/db';

/** Moves whenever something changes that who may do what rests on. */
export async function findAccessVersion(db: Db): Promise<number> {
  const [row] = await rows<{ epoch: string }>(db, prepared`select epoch from access_epoch`);
  return Number(row!.epoch);
}
