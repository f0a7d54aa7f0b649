import { runProcess } from '@assay/kit/start';
import { startSuites } from './app.ts';
import { loadConfig } from './config.ts';

await runProcess('suites', (log, config) => startSuites(config, log), loadConfig);
