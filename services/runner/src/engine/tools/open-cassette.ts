import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { CassetteTape } from '@assay/contract/areas/cassettes/documents';
import { CassetteIndex } from './cassette-index.ts';

const unzip = promisify(gunzip);

/** Opens a cassette in the form in which the platform stores it. */
export const openCassette = async (zipped: Uint8Array): Promise<CassetteIndex> =>
  new CassetteIndex(JSON.parse((await unzip(zipped)).toString()) as CassetteTape);
