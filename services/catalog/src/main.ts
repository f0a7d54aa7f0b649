import { runProcess } from '@assay/kit/start';
import { startCatalog } from './app.ts';
import { loadConfig } from './config.ts';

await runProcess('catalog', (log, config) => startCatalog(config, log), loadConfig);
