import { serveHealth } from '@assay/kit/serve-health';
import type { Logger } from '@assay/kit/log';
import { runProcess, type RunningProcess } from '@assay/kit/start';
import { startRunner } from './app.ts';
import { loadOperatedConfig, type Config } from './config.ts';

async function start(log: Logger, config: Config): Promise<RunningProcess> {
  const runner = startRunner(config, log);
  const health = config.healthPort ? await serveHealth(config.healthPort) : undefined;
  return {
    ...runner,
    stop: async () => {
      await runner.stop();
      health?.close();
    },
  };
}

await runProcess('runner', start, loadOperatedConfig);
