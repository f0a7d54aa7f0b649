import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot } from '../step.ts';
import { declaredMetrics, type DeclaredMetric } from './declared-metrics.ts';

const START = '<!-- Printed by npm run generate -->\n';

/** Prints the table of all metrics below what people wrote in docs/metrics.md. */
const path = join(repositoryRoot, 'docs/metrics.md');
const [written] = (await readFile(path, 'utf8')).split(START);
const rooms = Map.groupBy(await declaredMetrics(), ({ room }) => room);
const sections = [...rooms].flatMap(([room, metrics]) => [
  '',
  `### ${room}`,
  '',
  '| Metric | Kind | Labels | Meaning |',
  '|---|---|---|---|',
  ...metrics.map(row),
]);
await writeFile(path, `${written}${START}${sections.join('\n')}\n`);

function row({ metric, prometheus }: DeclaredMetric): string {
  const { labels, description } = metric.facts;
  return `| \`${prometheus}\` | ${metric.kind} | ${labels.map((label) => `\`${label.replaceAll('.', '_')}\``).join(', ')} | ${description} |`;
}
