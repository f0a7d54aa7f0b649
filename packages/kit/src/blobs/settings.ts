import type { EnvReader } from '../env.ts';
import type { Blobs } from './blobs.ts';
import { folderBlobs } from './folder.ts';
import { s3Blobs, type S3Settings } from './s3.ts';

/** Where blobs are kept: in a folder, or in a bucket. */
export type BlobSettings = { folder: string } | { s3: S3Settings };

/** Reads the `BLOBS_…` settings: a bucket if they name one, else a folder; undefined when neither is set. */
export function blobSettings(reader: EnvReader): BlobSettings | undefined {
  const bucket = reader.optional('BLOBS_S3_BUCKET');
  const folder = reader.optional('BLOBS_DIR');
  if (bucket === undefined) return folder === undefined ? undefined : { folder };
  const region = reader.text('BLOBS_S3_REGION', 'us-east-1');
  const endpoint = reader.url('BLOBS_S3_ENDPOINT', `https://s3.${region}.amazonaws.com`);
  return {
    s3: {
      bucket,
      region,
      endpoint,
      accessKeyId: reader.text('BLOBS_S3_KEY'),
      secretAccessKey: reader.secret('BLOBS_S3_SECRET'),
    },
  };
}

/** Opens the store; nothing is asked of it before a first blob. */
export const openBlobs = (settings: BlobSettings): Blobs =>
  'folder' in settings ? folderBlobs(settings.folder) : s3Blobs(settings.s3);
