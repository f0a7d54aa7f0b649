import { freePort } from '@assay/postgres/free-port';

/** Finds `count` different free ports; a port is not held after it was found. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

/** A free port whose next one is free, too. */
export async function twoFreePorts(): Promise<number> {
  for (;;) {
    const port = await freePort();
    if ((await freePort(port + 1)) === port + 1) return port;
  }
}
