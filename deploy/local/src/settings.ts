import { resolve } from 'node:path';
import { readEnv, type Env } from '@assay/kit/env';
import { integerSetting, textSetting } from '@assay/kit/settings/setting';

export const ASSAY_PORT = integerSetting({
  name: 'ASSAY_PORT',
  default: 4000,
  most: 65_535,
  explanation: ['The port that the API listens on.'],
});

export const ASSAY_HOST = textSetting({
  name: 'ASSAY_HOST',
  default: '127.0.0.1',
  explanation: ['The address that the API listens on. On another address, every client that reaches it can try keys.'],
});

export const ASSAY_DATA_DIR = textSetting({
  name: 'ASSAY_DATA_DIR',
  default: '.assay',
  explanation: ['The folder for all data that outlives the process.'],
});

export interface LauncherSettings {
  /** The address that the API listens on; the default is reachable only from this machine. */
  host: string;
  port: number;
  /** The folder for all data that outlives the process. */
  dataDir: string;
}

export const loadSettings = (env: Env): LauncherSettings =>
  readEnv(env, ({ read }) => ({
    host: read(ASSAY_HOST),
    port: read(ASSAY_PORT),
    dataDir: resolve(read(ASSAY_DATA_DIR)),
  }));
