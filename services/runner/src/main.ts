import { runProcess } from '@assay/kit/start';
import { startRunner } from './app.ts';
import { loadOperatedConfig } from './config.ts';

await runProcess('runner', async (log) => startRunner(loadOperatedConfig(), log));
