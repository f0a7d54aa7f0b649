import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replacePrivateFile } from '@assay/kit/files/private-file';

/** Facts that a start keeps for the next one, in `postgres.json` of the data folder. */
export interface ClusterState {
  /** The superuser's password. */
  password: string;
  /** The cluster's folder when root could not put it into the data folder. */
  home?: string;
  /** The port of the last start; reused when it is free. */
  port?: number;
}

const path = (dataDir: string) => join(dataDir, 'postgres.json');

export async function readState(dataDir: string): Promise<ClusterState | undefined> {
  try {
    return JSON.parse(await readFile(path(dataDir), 'utf8')) as ClusterState;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined;
    if (error instanceof SyntaxError)
      throw new Error(`${path(dataDir)} is damaged; restore it from a backup.`, { cause: error });
    throw error;
  }
}

/** The state of a folder that must have a database. */
export async function assertDatabase(dataDir: string): Promise<ClusterState> {
  const state = await readState(dataDir);
  if (!state) throw new Error(`${dataDir} holds no database: postgres.json is missing.`);
  return state;
}

/** Replaces the file durably; only its owner can read it. */
export const writeState = (dataDir: string, state: ClusterState): Promise<void> =>
  replacePrivateFile(path(dataDir), `${JSON.stringify(state, null, 2)}\n`);
