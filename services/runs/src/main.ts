import { runProcess } from '@assay/kit/start';
import { startRuns } from './app.ts';
import { loadConfig } from './config.ts';

await runProcess('runs', (log, config) => startRuns(config, log), loadConfig);
