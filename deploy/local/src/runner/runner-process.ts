import { once } from 'node:events';
import { runProcess } from '@assay/kit/start';
import { startRunner } from '@assay/runner/app';
import { loadConfig } from '@assay/runner/config';
import type { RunnerProcessSettings } from './start-runner-process.ts';

// Without the platform's process there is no work left.
process.once('disconnect', () => process.exit(1));
const [{ env, commandEnv }] = (await once(process, 'message')) as [RunnerProcessSettings];
// Telemetry reads its settings in the environment, which other processes of this user see only as it was at the start.
for (const [name, value] of Object.entries(env))
  if (/^(?:METRICS_PORT|OTEL_\w+)$/.test(name)) process.env[name] = value;
await runProcess('runner', async (log) => {
  const config = loadConfig(env);
  return startRunner(commandEnv ? { ...config, stdio: { ...config.stdio, env: commandEnv } } : config, log);
});
