import { once } from 'node:events';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ephemeral ports of the system, so that the port stays free until it is used. */
const [FIRST, AFTER] = [20_000, 32_000];
const TRIES = 100;

/** A free port of 127.0.0.1: the preferred one, or any other. */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && (await isFree(preferred))) return preferred;
  for (let i = 0; i < TRIES; i++) {
    const port = randomInt(FIRST, AFTER);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port of 127.0.0.1 between ${FIRST} and ${AFTER} is free.`);
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
