import { given } from '@assay/contract/given';
import { AwsClient } from 'aws4fetch';
import { BlobFailure, blobFailure } from './blob-failure.ts';
import { nameOf, type Blobs } from './blobs.ts';

export interface S3Settings {
  /** With its scheme, without a slash at its end. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** How long one request may take, in milliseconds. */
const TIMEOUT_MS = 20_000;
/** How often a request is repeated that the store answered with 429 or 5xx. */
const RETRIES = 2;

/**
 * Keeps blobs in a bucket of Amazon S3, or of anything that speaks its protocol (requests in path style, signed with
 * version 4). Its methods throw a BlobFailure when the bucket does not take a request.
 */
export function s3Blobs({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings): Blobs {
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    retries: RETRIES,
  });
  const send = async (method: string, id: string, body?: Uint8Array<ArrayBuffer>): Promise<Response> => {
    const url = `${endpoint}/${bucket}/${nameOf(id)}`;
    const asked = { method, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS), ...given({ body }) } as const;
    return client.fetch(url, asked).catch((error: unknown) => {
      throw blobFailure(error);
    });
  };
  const done = async (response: Response, mayBeMissing = false): Promise<void> => {
    await response.body?.cancel();
    if (!response.ok && !(mayBeMissing && response.status === 404))
      throw new BlobFailure(`The blob store answered ${response.status}.`);
  };
  return {
    put: async (id, bytes) => done(await send('PUT', id, new Uint8Array(bytes))),
    get: async (id) => {
      const response = await send('GET', id);
      if (response.ok) return Buffer.from(await response.arrayBuffer());
      await done(response, true);
      return undefined;
    },
    delete: async (id) => done(await send('DELETE', id), true),
  };
}
