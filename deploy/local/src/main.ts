import { ConfigError } from '@assay/kit/env';
import { createLog } from '@assay/kit/log';
import { pino } from 'pino';
import { startAssay, type Assay } from './start.ts';

const startedAt = performance.now();
const say = (line: string) => console.log(`${((performance.now() - startedAt) / 1_000).toFixed(1).padStart(5)} s  ${line}`);
// People read the lines above; what services log goes to standard error.
const log = createLog('assay', process.env.LOG_LEVEL ?? 'warn', pino.destination({ fd: 2, sync: true }));

const starting = startAssay(process.env, log, say);
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());

try {
  announce(await starting);
} catch (error) {
  if (error instanceof ConfigError) for (const fault of error.faults) console.error(fault);
  else console.error(error instanceof Error && process.env.LOG_LEVEL !== 'debug' ? error.message : error);
  process.exitCode = 1;
}

function announce({ url, first }: Assay): void {
  if (first) {
    console.log(`\nproject   ${first.projectId}\nAPI key   ${first.apiKey}\n          shown this once, and kept in ${first.apiKeyFile}\n`);
  }
  console.log(`ready ${url}`);
}

/** The first signal stops in good order; a second one does not wait. */
async function stop(): Promise<void> {
  if (stopping) process.exit(130);
  stopping = true;
  try {
    await (await starting).stop();
    process.exit(0);
  } catch (error) {
    log.error({ err: error }, 'could not stop in good order');
    process.exit(1);
  }
}
