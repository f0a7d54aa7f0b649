import { serveHealth } from '@assay/kit/serve-health';
import { runProcess } from '@assay/kit/start';
import { startRunner } from './app.ts';
import { loadOperatedConfig } from './config.ts';

await runProcess('runner', async (log) => {
  const config = loadOperatedConfig();
  const runner = startRunner(config, log);
  const health = config.healthPort ? await serveHealth(config.healthPort) : undefined;
  return {
    ...runner,
    stop: async () => {
      await runner.stop();
      health?.close();
    },
  };
});
