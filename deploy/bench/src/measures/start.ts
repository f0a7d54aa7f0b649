import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Figure } from '../figures.ts';
import { startProduct, temporaryFolder } from '../installation.ts';
import { residentMb } from '../memory.ts';
import { startProcess, type Started } from '../process.ts';

const ROUNDS = 3;
const SETTLE_MS = 10_000;
const floorScript = join(import.meta.dirname, '../helpers/postgres-floor.ts');

const startFloor = (dataDir: string) => startProcess([floorScript], { ASSAY_DATA_DIR: dataDir });

/** From nothing to `ready`, then again over the same data, beside a process that starts the embedded Postgres and nothing else. */
export async function measureStart(): Promise<Figure[]> {
  const [product, floor] = [{ first: [] as number[], second: [] as number[] }, { first: [] as number[], second: [] as number[] }];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [start, times] of [[startProduct, product], [startFloor, floor]] as const) {
      const folder = await temporaryFolder();
      try {
        times.first.push(await timeStart(start, folder.path));
        times.second.push(await timeStart(start, folder.path));
      } finally {
        await folder.stop();
      }
    }
  }
  const figure = { unit: 'ms', better: 'lower' } as const;
  return [
    { ...figure, name: 'first start', product: product.first, floor: floor.first, target: { of: 'product', limit: 6_000 } },
    { ...figure, name: 'second start', product: product.second, floor: floor.second, target: { of: 'product', limit: 3_000 } },
  ];
}

async function timeStart(start: (dataDir: string) => Promise<Started>, dataDir: string): Promise<number> {
  const started = await start(dataDir);
  await started.stop();
  return started.readyMs;
}

/** What the product's process holds once it has been left alone for a while, beside the floor's; Postgres' processes are not in it. */
export async function measureIdleMemory(): Promise<Figure[]> {
  const folders = [await temporaryFolder(), await temporaryFolder()] as const;
  const [product, floor] = [await startProduct(folders[0].path), await startFloor(folders[1].path)];
  try {
    await delay(SETTLE_MS);
    return [{
      name: 'memory when idle', unit: 'MB', better: 'lower', target: { of: 'product', limit: 250 },
      product: [await residentMb(product.pid)], floor: [await residentMb(floor.pid)],
    }];
  } finally {
    await Promise.all([product.stop(), floor.stop()]);
    await Promise.all(folders.map((folder) => folder.stop()));
  }
}
