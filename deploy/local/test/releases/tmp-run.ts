import startTestPostgres from '@assay/testkit/global-setup';
import stopTestPostgres from '@assay/testkit/global-teardown';
import { testDatabase } from '@assay/testkit/database/database';
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
await startTestPostgres();
try {
  mkdirSync('/tmp/rel', { recursive: true });
  const p = 'deploy/local/test/releases/run-release-data.ts';
  process.env.TRACE_READS = '1';
  const a = await testDatabase({ folders: [] });
  const t = Date.now();
  const say = (n: string, r: { status: number | null }) => console.log(n, r.status, Date.now() - t);
  say('make', spawnSync('node', [p, 'make', '/tmp/rel', a.url], { stdio: 'inherit' }));
  const b = await testDatabase({ folders: [] });
  say('restore', spawnSync('node', [p, 'restore', '/tmp/rel', b.url], { stdio: 'inherit' }));
  say('serve', spawnSync('node', [p, 'serve', '/tmp/rel', b.url], { stdio: 'inherit' }));
  await a.drop();
  await b.drop();
} finally {
  await stopTestPostgres();
}
process.exit();
