import { resolve } from 'node:path';
import { readEnv, type Env } from '@assay/kit/env';

export interface LauncherSettings {
  /** The address that the API listens on; the default is reachable only from this machine. */
  host: string;
  port: number;
  /** The folder for all data that outlives the process. */
  dataDir: string;
}

export const loadSettings = (env: Env): LauncherSettings =>
  readEnv(env, ({ int, text }) => ({
    host: text('ASSAY_HOST', '127.0.0.1'),
    port: int('ASSAY_PORT', 4000),
    dataDir: resolve(text('ASSAY_DATA_DIR', '.assay')),
  }));
