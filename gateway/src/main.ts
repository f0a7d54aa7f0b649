import { runProcess } from '@assay/kit/start';
import { loadConfig } from './config.ts';
import { startGateway } from './start.ts';

await runProcess('gateway', (log, config) => startGateway(config, log), loadConfig);
