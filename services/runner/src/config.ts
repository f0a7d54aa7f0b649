import { hostname } from 'node:os';
import { readEnv, type Env } from '@assay/kit/env';

export interface Config {
  meshSecret: string;
  keyEncryptionKey: Buffer;
  runsAddress: string;
  catalogAddress: string;
  /** Names this runner in logs and leases. */
  runnerName: string;
  /** Iterations at a time. */
  slots: number;
  labels: string[];
}

export const loadConfig = (env: Env = process.env): Config =>
  readEnv(env, (reader) => ({
    meshSecret: reader.secret('MESH_SECRET'),
    keyEncryptionKey: reader.key('KEY_ENCRYPTION_KEY'),
    runsAddress: reader.text('RUNS_ADDRESS'),
    catalogAddress: reader.text('CATALOG_ADDRESS'),
    runnerName: reader.text('RUNNER_NAME', hostname()),
    slots: reader.int('RUNNER_SLOTS', 8),
    labels: reader.list('RUNNER_LABELS', []),
  }));
