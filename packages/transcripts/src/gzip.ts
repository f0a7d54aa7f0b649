import { compress, decompress } from '@assay/kit/compress';
import { MAX_MESSAGE } from '@assay/kit/rpc/serve';

/** A document as gzipped JSON. */
export const gzipJson = (document: unknown): Promise<Buffer> => compress(JSON.stringify(document));

/** Reads gzipped JSON, at most as large as a message of the mesh: a few bytes of gzip can stand for a gigabyte. */
export const unzipJson = async <T>(bytes: Buffer): Promise<T> =>
  JSON.parse((await decompress(bytes, MAX_MESSAGE)).toString()) as T;
