import { runProcess } from '@assay/kit/start';
import { startDiagnostics } from './app.ts';
import { loadConfig } from './config.ts';

await runProcess('diagnostics', (log, config) => startDiagnostics(config, log), loadConfig);
