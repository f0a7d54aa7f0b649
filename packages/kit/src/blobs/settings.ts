import type { EnvReader } from '../env.ts';
import { textSetting, urlSetting } from '../settings/setting.ts';
import type { Blobs } from './blobs.ts';
import { folderBlobs } from './folder.ts';
import { s3Blobs, type S3Settings } from './s3.ts';

/** Where blobs are kept: in a folder, or in a bucket. */
export type BlobSettings = { folder: string } | { s3: S3Settings };

export const BLOBS_DIR = textSetting({
  name: 'BLOBS_DIR',
  explanation: [
    'A folder for uploaded artifacts, which every replica shares.',
    'Uploaded reports are read in a separate process with up to 160 MB: leave the pod room for it.',
    'Without it and without a bucket, uploads answer FEATURE_NOT_SUPPORTED and everything else works.',
  ],
});

export const BLOBS_S3_BUCKET = textSetting({
  name: 'BLOBS_S3_BUCKET',
  explanation: ['A bucket that speaks S3 instead of the folder.'],
});

export const BLOBS_S3_REGION = textSetting({
  name: 'BLOBS_S3_REGION',
  default: 'us-east-1',
  explanation: ['The region of the bucket.'],
});

export const BLOBS_S3_ENDPOINT = urlSetting({
  name: 'BLOBS_S3_ENDPOINT',
  defaultInWords: 'the address of Amazon S3 in the region',
  explanation: ['The address of the store that has the bucket.'],
});

export const BLOBS_S3_KEY = textSetting({
  name: 'BLOBS_S3_KEY',
  mayBeFile: true,
  explanation: ['The id of the access key for the bucket.'],
});

export const BLOBS_S3_SECRET = textSetting({
  name: 'BLOBS_S3_SECRET',
  isSecret: true,
  explanation: ['The secret of the access key.'],
});

/** Reads the `BLOBS_…` settings: a bucket if they name one, else a folder; undefined when neither is set. */
export function blobSettings({ optional, read }: EnvReader): BlobSettings | undefined {
  const [bucket, folder] = [optional(BLOBS_S3_BUCKET), optional(BLOBS_DIR)];
  if (bucket === undefined) return folder === undefined ? undefined : { folder };
  const region = read(BLOBS_S3_REGION);
  return {
    s3: {
      bucket,
      region,
      endpoint: read(BLOBS_S3_ENDPOINT, `https://s3.${region}.amazonaws.com`),
      accessKeyId: read(BLOBS_S3_KEY),
      secretAccessKey: read(BLOBS_S3_SECRET),
    },
  };
}

/** Opens the store; nothing is asked of it before a first blob. */
export const openBlobs = (settings: BlobSettings): Blobs =>
  'folder' in settings ? folderBlobs(settings.folder) : s3Blobs(settings.s3);
