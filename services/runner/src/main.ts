import { runProcess } from '@assay/kit/start';
import { startRunner } from './app.ts';
import { loadConfig } from './config.ts';

await runProcess('runner', async (log) => startRunner(loadConfig(), log));
