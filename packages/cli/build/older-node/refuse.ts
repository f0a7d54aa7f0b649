import { OLDEST_NODE } from './oldest.ts';

// Compared as numbers: a comparison of texts loads the rules of languages, which takes 30 ms.
const [oldest, running] = [OLDEST_NODE, process.versions.node].map((version) => version.split('.').map(Number)) as [
  number[],
  number[],
];
const difference = oldest.map((part, i) => running[i]! - part).find((part) => part !== 0) ?? 0;
if (difference < 0) {
  process.stderr.write(`assay: Node.js ${OLDEST_NODE} or newer is needed; this is ${process.versions.node}.\n`);
  process.exit(2);
}
