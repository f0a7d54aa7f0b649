import { runProcess } from '@assay/kit/start';
import { startEnvironments } from './app.ts';
import { loadConfig } from './config.ts';

await runProcess('environments', (log, config) => startEnvironments(config, log), loadConfig);
