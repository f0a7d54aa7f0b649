import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chartFolder, chartImages, chartSections, type ChartSection, type ChartValue } from './chart-values.ts';

const START = '<!-- Printed by npm run chart -->\n';

/** The README of the chart as it should be: what people wrote, then the tables of all values and the list of images. */
export async function chartReadme(): Promise<{ path: string; text: string }> {
  const path = join(chartFolder, 'README.md');
  const found = await readFile(path, 'utf8');
  const [written, printed] = found.split(START);
  if (printed === undefined) throw new Error(`${path} lacks the line "${START.trim()}".`);
  const sections = await chartSections();
  const single = sections.filter(isSingle).flatMap(({ values }) => values);
  const text = [
    written + START,
    '## Values',
    '',
    'A value without a default is empty.',
    '',
    ...table(single),
    '',
    ...sections.filter((section) => !isSingle(section)).flatMap(sectionText),
    '## Images',
    '',
    ...(await chartImages()).map((image) => `- \`${image}\``),
    '',
  ].join('\n');
  return { path, text };
}

const isSingle = ({ path, values }: ChartSection): boolean => values[0]?.path === path;

const sectionText = ({ path, description, values }: ChartSection): string[] => [
  `### \`${path}\``,
  '',
  description,
  '',
  ...table(values),
  '',
];

const table = (values: ChartValue[]): string[] => [
  '| Value | Default | Description | Example |',
  '|---|---|---|---|',
  ...values.map(
    ({ path, description, example, default: given }) =>
      `| \`${path}\` | ${cell(given)} | ${description} | ${cell(example)} |`,
  ),
];

/** In characters: a longer default is read in values.yaml. */
const LONG = 200;

/** A value as one line of JSON in a table; nothing for one that is empty. */
function cell(value: unknown): string {
  if (value === undefined || ['""', '[]', '{}'].includes(JSON.stringify(value))) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value).replaceAll('|', '\\|');
  return text.length > LONG ? '[values.yaml](values.yaml)' : `\`${text}\``;
}
