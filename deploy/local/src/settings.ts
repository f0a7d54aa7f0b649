import { resolve } from 'node:path';
import { readEnv, type Env } from '@assay/kit/env';

export interface Settings {
  /** Where the API and the console answer, on 127.0.0.1. */
  port: number;
  /** Everything that outlives the process. */
  dataDir: string;
}

export const loadSettings = (env: Env): Settings =>
  readEnv(env, ({ int, text }) => ({ port: int('ASSAY_PORT', 4000), dataDir: resolve(text('ASSAY_DATA_DIR', '.assay')) }));
