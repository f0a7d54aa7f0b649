/** The first Node.js with all that the libraries of the command need. The manifest names the same version. */
const OLDEST = [20, 18, 1] as const;

const running = process.versions.node.split('.').map(Number);
const difference = OLDEST.map((needed, i) => running[i]! - needed).find((part) => part !== 0) ?? 0;
if (difference < 0) {
  process.stderr.write(`assay: Node.js ${OLDEST.join('.')} or newer is needed; this is ${process.versions.node}.\n`);
  process.exit(2);
}
