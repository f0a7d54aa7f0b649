import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Closers } from '@assay/local/closers';
import type { Figure } from '../figures.ts';
import { startProduct, temporaryFolder } from '../installation.ts';
import { startProcess, type StartedProcess } from '../process.ts';
import { treeUse } from '../process-tree.ts';

const ROUNDS = 3;
/** By then an idle process has collected the garbage of its start, in milliseconds. */
const SETTLE_MS = 40_000;
const IDLE_MS = 40_000;
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
      target: { of: 'product', limit: 2_400 },
    },
    {
      ...figure,
      name: 'second start',
      product: product.second,
      floor: floor.second,
      target: { of: 'product', limit: 1_000 },
    },
  ];
}

async function timeStart(start: Start, scope: Closers, dataDir: string): Promise<number> {
  const started = await start(scope, dataDir);
  await started.stop();
  return started.readyMs;
}

/** Memory and processor time of the idle product with its Postgres, with the floor's beside it. */
export async function measureIdle(scope: Closers): Promise<Figure[]> {
  const product = await startProduct(scope, await temporaryFolder(scope));
  const floor = await startFloor(scope, await temporaryFolder(scope));
  await delay(SETTLE_MS);
  const use = () => Promise.all([treeUse(product.pid), treeUse(floor.pid)]);
  const before = await use();
  await delay(IDLE_MS);
  const [ofProduct, ofFloor] = (await use()).map(({ memoryMb, cpuMs }, side) => ({
    memoryMb,
    cpuShare: ((cpuMs - before[side]!.cpuMs) / IDLE_MS) * 100,
  }));
  return [
    {
      name: 'memory when idle, with Postgres',
      unit: 'MB',
      better: 'lower',
      target: { of: 'product', limit: 180 },
      product: [ofProduct!.memoryMb],
      floor: [ofFloor!.memoryMb],
    },
    {
      name: 'processor time when idle, with Postgres',
      unit: '% of a core',
      better: 'lower',
      target: { of: 'product', limit: 1 },
      product: [ofProduct!.cpuShare],
      floor: [ofFloor!.cpuShare],
    },
  ];
}
