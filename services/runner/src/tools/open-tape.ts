import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { CassetteTape } from '@assay/contract/areas/cassettes/documents';
import { Tape } from './tape.ts';

const unzip = promisify(gunzip);

/** Opens a recording in the form in which the platform stores it. */
export const openTape = async (zipped: Uint8Array): Promise<Tape> =>
  new Tape(JSON.parse((await unzip(zipped)).toString()) as CassetteTape);
