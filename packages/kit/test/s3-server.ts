import { hash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import S3rver from 's3rver';

/** A real S3-compatible server with one bucket, its data in a folder that goes when it stops. */
export async function startS3(bucket: string) {
  const directory = await mkdtemp(join(tmpdir(), 'assay-s3-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const { store } = server;
  // Its own answers before all is written, and lets two who write at once mix.
  store.putObject = async ({ bucket: into, key, metadata, content }) => {
    const bytes = Buffer.concat(await Array.fromAsync(content));
    const path = store.getResourcePath(into, key, 'object');
    const draft = `${path}.${randomUUID()}`;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(draft, bytes);
    await rename(draft, path);
    const md5 = hash('md5', bytes);
    await store.putMetadata(into, key, metadata, md5);
    return { size: bytes.length, md5 };
  };
  const { port } = await server.run();
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    stop: async () => {
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
}
