import { OLDEST_NODE } from './oldest.ts';

const running = process.versions.node;
if (running.localeCompare(OLDEST_NODE, 'en', { numeric: true }) < 0) {
  process.stderr.write(`assay: Node.js ${OLDEST_NODE} or newer is needed; this is ${running}.\n`);
  process.exit(2);
}
