import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FrozenCase } from '@assay/contract/documents/case';
import type { Transcript } from '@assay/contract/documents/transcript';
import { gradeIteration } from '@assay/grading/grade-iteration';
import { eventMigrations } from '@assay/kit/bus/migrations';
import { openPool, type Pool } from '@assay/kit/db';
import { createLog } from '@assay/kit/log';
import { migrate } from '@assay/kit/migrate';
import { launchRun } from '@assay/runs/actions/launch-run';
import { settle, type End } from '@assay/runs/actions/settle-iterations';
import { claimIterations } from '@assay/runs/store/iterations';
import { alternate, type Figure } from '../figures.ts';
import { databaseUrlOf } from '../installation.ts';

const ROUNDS = 4;
const BATCH = 64;
const LEASE_MS = 600_000;
const DATABASE = 'bench';
const log = createLog('bench', 'warn');
const runsMigrations = join(import.meta.dirname, '../../../../services/runs/migrations');

/** Storing 64 graded iterations with their evidence in one transaction, beside storing them one by one. */
export async function measureStoring(dataDir: string): Promise<Figure[]> {
  const admin = openPool(await databaseUrlOf(dataDir), log, { max: 1 });
  await admin.query(`create database ${DATABASE}`);
  await admin.end();
  const pool = openPool(await databaseUrlOf(dataDir, DATABASE), log);
  try {
    await migrate(pool, [eventMigrations, runsMigrations]);
    const measured = await alternate(ROUNDS, {
      product: async () => { const ends = await claimed(pool); return timed(() => settle(pool, ends, new Date())); },
      floor: async () => { const ends = await claimed(pool); return timed(async () => { for (const end of ends) await settle(pool, [end], new Date()); }); },
    });
    return [{ ...measured, name: 'storing 64 iterations, at once and one by one', unit: 'ms', better: 'lower' }];
  } finally {
    await pool.end();
  }
}
