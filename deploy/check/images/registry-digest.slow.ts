import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRegistry } from '../start-registry.ts';
import { registry } from '../tools.ts';
import { registryDigest } from './registry-digest.ts';

const withRegistry = existsSync(registry.program) ? describe : describe.skip;

withRegistry('a registry', () => {
  test('stores an index under the digest that its tag is found to have', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-registry-'));
    const { host, stop } = await startRegistry(folder);
    try {
      const mediaType = 'application/vnd.oci.image.index.v1+json';
      const index = JSON.stringify({ schemaVersion: 2, mediaType, manifests: [] });
      const stored = await fetch(`http://${host}/v2/team/base/manifests/1`, {
        method: 'PUT',
        headers: { 'content-type': mediaType },
        body: index,
      });
      expect(stored.status).toBe(201);
      const digest = await registryDigest({ name: `${host}/team/base`, tag: '1' });
      expect(digest).toBe(`sha256:${createHash('sha256').update(index).digest('hex')}`);
      expect(digest).toBe(stored.headers.get('docker-content-digest'));
      await expect(registryDigest({ name: `${host}/team/base`, tag: '2' })).rejects.toThrow('answers 404');
    } finally {
      stop();
      await rm(folder, { recursive: true });
    }
  });
});
