import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Closers } from '@assay/local/closers';
import type { Figure } from '../figures.ts';
import { startProduct, temporaryFolder } from '../installation.ts';
import { residentMb } from '../memory.ts';
import { startProcess, type StartedProcess } from '../process.ts';

const ROUNDS = 3;
const SETTLE_MS = 10_000;
const floorScript = join(import.meta.dirname, '../helpers/postgres-floor.ts');

type Start = (scope: Closers, dataDir: string) => Promise<StartedProcess>;
const startFloor: Start = (scope, dataDir) => startProcess(scope, [floorScript], { ASSAY_DATA_DIR: dataDir });

/**
 * The time from an empty folder to `ready`, and again over the same data, compared with a process that only starts the
 * embedded Postgres.
 */
export async function measureStart(scope: Closers): Promise<Figure[]> {
  const [product, floor] = [
    { first: [] as number[], second: [] as number[] },
    { first: [] as number[], second: [] as number[] },
  ];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [start, times] of [
      [startProduct, product],
      [startFloor, floor],
    ] as const) {
      const dataDir = await temporaryFolder(scope);
      times.first.push(await timeStart(start, scope, dataDir));
      times.second.push(await timeStart(start, scope, dataDir));
      await scope.stop();
    }
  }
  const figure = { unit: 'ms', better: 'lower' } as const;
  return [
    {
      ...figure,
      name: 'first start',
      product: product.first,
      floor: floor.first,
      target: { of: 'product', limit: 6_000 },
    },
    {
      ...figure,
      name: 'second start',
      product: product.second,
      floor: floor.second,
      target: { of: 'product', limit: 3_000 },
    },
  ];
}

async function timeStart(start: Start, scope: Closers, dataDir: string): Promise<number> {
  const started = await start(scope, dataDir);
  await started.stop();
  return started.readyMs;
}

/** The memory of the product's idle process, compared with the floor's, without the processes of Postgres. */
export async function measureIdleMemory(scope: Closers): Promise<Figure[]> {
  const product = await startProduct(scope, await temporaryFolder(scope));
  const floor = await startFloor(scope, await temporaryFolder(scope));
  await delay(SETTLE_MS);
  return [
    {
      name: 'memory when idle',
      unit: 'MB',
      better: 'lower',
      target: { of: 'product', limit: 250 },
      product: [await residentMb(product.pid)],
      floor: [await residentMb(floor.pid)],
    },
  ];
}
