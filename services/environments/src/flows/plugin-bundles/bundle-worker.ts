import { answerFromWorker } from '@assay/kit/concurrency/run-in-worker';
import { readPlugin } from '@assay/plugin-bundle/plugin';
import { readSkillBundle } from '@assay/plugin-bundle/skill-bundle';
import { readZip } from '@assay/plugin-bundle/read-zip';
import type { PushedBundle } from './pushed-bundle.ts';

answerFromWorker(async ({ kind, zip }: PushedBundle) => {
  const files = await readZip(Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength));
  return kind === 'plugin' ? readPlugin(files) : readSkillBundle(files);
});
