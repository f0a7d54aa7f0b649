import { freePort } from '@assay/postgres/free-port';

/** So many free ports, no two alike: nothing is held between the draws. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}
