import { once } from 'node:events';
import type { Env } from '@assay/kit/env';
import { runProcess } from '@assay/kit/start';
import { startRunner } from '@assay/runner/app';
import { loadConfig } from '@assay/runner/config';

// Without the platform's process there is no work left.
process.once('disconnect', () => process.exit(1));
const [env] = (await once(process, 'message')) as [Env];
await runProcess('runner', async (log) => startRunner(loadConfig(env), log));
