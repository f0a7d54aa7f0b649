import { runProcess } from '@assay/kit/start';
import { startSwarms } from './app.ts';
import { loadConfig } from './config.ts';

await runProcess('swarms', (log, config) => startSwarms(config, log), loadConfig);
