import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@assay/postgres/free-port';
import type { Blobs } from '../src/blobs/blobs.ts';
import { blobSettings, openBlobs } from '../src/blobs/settings.ts';
import { readEnv } from '../src/env.ts';
import { blobCheck } from '../src/operator/blob-check.ts';
import { lookAt } from '../src/operator/health-check.ts';
import { startS3 } from './s3-server.ts';

let folder: string;
let s3: Awaited<ReturnType<typeof startS3>>;
const stores = new Map<string, Blobs>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-blobs-'));
  s3 = await startS3('assay');
  stores.set('a folder', openBlobs({ folder: join(folder, 'made', 'when needed') }));
  stores.set('a bucket', openBlobs({ s3: s3.settings }));
});
afterAll(async () => {
  await s3.stop();
  await rm(folder, { recursive: true });
});

describe.each(['a folder', 'a bucket'])('%s', (name) => {
  const store = () => stores.get(name)!;

  test('gives back what was put, byte by byte, and the latest of it', async () => {
    const bytes = Buffer.from([0, 255, 1, 13, 10, 128]);
    await store().put('art_1', bytes);
    expect(await store().get('art_1')).toEqual(bytes);
    await store().put('art_1', Buffer.from('other'));
    expect(await store().get('art_1')).toEqual(Buffer.from('other'));
  });

  test('keeps blobs apart, empty ones and large ones too', async () => {
    const large = Buffer.alloc(3 * 1024 * 1024, 'x');
    await Promise.all([store().put('art_empty', Buffer.alloc(0)), store().put('art_large', large)]);
    expect(await store().get('art_empty')).toEqual(Buffer.alloc(0));
    expect((await store().get('art_large'))?.equals(large)).toBe(true);
  });

  test('finds no absent blob, and no deleted one', async () => {
    expect(await store().get('art_none')).toBeUndefined();
    await store().put('art_gone', Buffer.from('x'));
    await store().delete('art_gone');
    expect(await store().get('art_gone')).toBeUndefined();
    await store().delete('art_gone');
  });

  test('of writers at once one wins whole', async () => {
    const texts = Array.from({ length: 8 }, (_, i) => String(i).repeat(50_000));
    await Promise.all(texts.map((text) => store().put('art_raced', Buffer.from(text))));
    expect(texts).toContain((await store().get('art_raced'))?.toString());
  });

  test('is well for the operator, who leaves nothing in it', async () => {
    const ids: string[] = [];
    const put = async (id: string, bytes: Uint8Array) => {
      ids.push(id);
      await store().put(id, bytes);
    };
    const watched: Blobs = { ...store(), put };
    expect(await lookAt([blobCheck(watched)])).toEqual([
      { part: 'blobs', state: 'ok', sentence: 'The store of uploaded artifacts keeps, answers and deletes.' },
    ]);
    expect(await Promise.all(ids.map((id) => store().get(id)))).toEqual([undefined]);
  });

  test.each(['', '.', '../art_1', 'art_1/..', 'art_1?x', 'ART_1', 'art_%2e'])('takes no "%s" for an id', async (id) => {
    await expect((async () => store().put(id, Buffer.from('x')))()).rejects.toThrow(TypeError);
    await expect((async () => store().get(id))()).rejects.toThrow(TypeError);
  });
});

test('a folder keeps nothing but whole blobs', async () => {
  expect((await readdir(join(folder, 'made', 'when needed'))).toSorted()).toEqual([
    'art_1',
    'art_empty',
    'art_large',
    'art_raced',
  ]);
});

test('a store that cannot be reached fails with its cause', async () => {
  const failed = (reason: string) => ({ name: 'BlobFailure', message: `The blob store failed: ${reason}.` });
  const closed = openBlobs({ s3: { ...s3.settings, endpoint: `http://127.0.0.1:${await freePort()}` } });
  await expect(closed.get('art_1')).rejects.toMatchObject(failed('ECONNREFUSED'));
  const noFolder = openBlobs({ folder: join(import.meta.filename, 'below a file') });
  await expect(noFolder.put('art_1', Buffer.from('x'))).rejects.toMatchObject(failed('ENOTDIR'));
});

test('a bucket that is not there is a failure, not an empty one', async () => {
  const elsewhere = openBlobs({ s3: { ...s3.settings, bucket: 'nowhere' } });
  await expect(elsewhere.put('art_1', Buffer.from('x'))).rejects.toThrow('404');
  expect(await lookAt([blobCheck(elsewhere)])).toMatchObject([
    { state: 'failed', sentence: 'The blob store answered 404.' },
  ]);
});

const bucket = { BLOBS_S3_BUCKET: 'b', BLOBS_S3_KEY: 'k', BLOBS_S3_SECRET: 's' };
test.each<[string, Record<string, string>, unknown]>([
  ['nothing', {}, undefined],
  ['a folder', { BLOBS_DIR: '/data' }, { folder: '/data' }],
  [
    'a bucket of Amazon',
    { ...bucket, BLOBS_S3_REGION: 'eu-west-1' },
    {
      s3: {
        bucket: 'b',
        region: 'eu-west-1',
        endpoint: 'https://s3.eu-west-1.amazonaws.com',
        accessKeyId: 'k',
        secretAccessKey: 's',
      },
    },
  ],
  [
    'a bucket elsewhere, which comes before a folder',
    { ...bucket, BLOBS_DIR: '/data', BLOBS_S3_ENDPOINT: 'http://minio:9000/' },
    { s3: { bucket: 'b', region: 'us-east-1', endpoint: 'http://minio:9000', accessKeyId: 'k', secretAccessKey: 's' } },
  ],
])('settings name %s', (_, env, settings) => expect(readEnv(env, blobSettings)).toEqual(settings));

test.each<[string, Record<string, string>]>([
  ['BLOBS_S3_KEY', { BLOBS_S3_BUCKET: 'b', BLOBS_S3_SECRET: 's' }],
  ['BLOBS_S3_SECRET', { BLOBS_S3_BUCKET: 'b', BLOBS_S3_KEY: 'k' }],
  ['BLOBS_S3_ENDPOINT', { ...bucket, BLOBS_S3_ENDPOINT: 'minio:9000' }],
])('a bucket with a bad %s is refused at start', (name, env) => expect(() => readEnv(env, blobSettings)).toThrow(name));
