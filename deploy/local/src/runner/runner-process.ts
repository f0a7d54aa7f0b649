import { once } from 'node:events';
import { runProcess } from '@assay/kit/start';
import { startRunner } from '@assay/runner/app';
import { loadConfig } from '@assay/runner/config';
import type { RunnerProcessSettings } from './start-runner-process.ts';

// Without the platform's process there is no work left.
process.once('disconnect', () => process.exit(1));
const [{ env, commandEnv }] = (await once(process, 'message')) as [RunnerProcessSettings];
await runProcess('runner', async (log) => {
  const config = loadConfig(env);
  return startRunner(commandEnv ? { ...config, stdio: { ...config.stdio, env: commandEnv } } : config, log);
});
