import { execFile } from 'node:child_process';
import { glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse, stringify } from 'yaml';
import { chartFolder } from '../chart/chart-values.ts';
import { declaredMetrics } from '../docs/declared-metrics.ts';
import { promtool } from './promtool.ts';

interface Alerts {
  groups: { rules: { expr: string }[] }[];
}
interface Dashboard {
  panels: { title: string; targets: { expr: string; legendFormat: string }[] }[];
  templating: { list: { query: string | { query: string } }[] };
}

const run = promisify(execFile);
/** Labels that Prometheus and the chart's PodMonitor add to every series. */
const SCRAPED = ['namespace', 'job', 'pod', 'app_kubernetes_io_part_of'];
const OF_PROMETHEUS = new Map([['up', [] as string[]]]);

/** The names of all series that our processes serve, each with the names of its labels. */
async function declaredSeries(): Promise<Map<string, string[]>> {
  const declared = await declaredMetrics();
  return new Map(
    declared.flatMap(({ metric, prometheus }) => {
      const labels = metric.facts.labels.map((label) => label.replaceAll('.', '_'));
      if (metric.kind !== 'histogram') return [[prometheus, labels] as const];
      return ['bucket', 'sum', 'count'].map((part) => [`${prometheus}_${part}`, [...labels, 'le']] as const);
    }),
  );
}

const alertExpressions = async (): Promise<string[]> =>
  (parse(await readFile(join(chartFolder, 'alerts.yaml'), 'utf8')) as Alerts).groups.flatMap(({ rules }) =>
    rules.map(({ expr }) => expr),
  );
const dashboards = await Array.fromAsync(
  glob('dashboards/*.json', { cwd: chartFolder }),
  async (path) => JSON.parse(await readFile(join(chartFolder, path), 'utf8')) as Dashboard,
);
const panels = dashboards.flatMap((dashboard) => dashboard.panels);
const dashboardExpressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

/** The series that an expression reads, with the labels that it picks them by. */
function* seriesIn(expression: string): Generator<[name: string, labels: string[]]> {
  for (const [, name, matchers = ''] of expression.matchAll(/\b((?:[a-z]\w*_\w+|up))\b(?!\s*\()(?:\{([^}]*)\})?/g))
    yield [name!, [...matchers.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)].map(([, label]) => label!)];
}
const groupings = (expression: string): string[] =>
  [...expression.matchAll(/\b(?:by|on) \(([^)]*)\)/g)].flatMap(([, labels]) => labels!.split(/[ ,]+/)).filter(Boolean);
/** Names in an expression that are no series: functions come before a bracket, labels of groupings stand in brackets. */
const withoutGroupings = (expression: string): string =>
  expression.replaceAll(/\b(?:by|on) \([^)]*\)/g, '').replaceAll('$__rate_interval', '5m');

test('alerts and dashboards read only series and labels that the code declares', async () => {
  const declared = new Map([...(await declaredSeries()), ...OF_PROMETHEUS]);
  const faults: string[] = [];
  for (const expression of [...(await alertExpressions()), ...dashboardExpressions]) {
    const labels = new Set(SCRAPED);
    for (const [name, picked] of seriesIn(withoutGroupings(expression))) {
      const own = declared.get(name);
      if (!own) faults.push(`${name} is not declared: ${expression}`);
      for (const label of own ?? []) labels.add(label);
      for (const label of picked)
        if (!own?.includes(label) && !SCRAPED.includes(label))
          faults.push(`${name} has no label ${label}: ${expression}`);
    }
    for (const label of groupings(expression))
      if (!labels.has(label)) faults.push(`no series has the label ${label}: ${expression}`);
  }
  expect(faults).toEqual([]);
});

test('a series or a label without a declaration is found', () => {
  const found = [...seriesIn('rate(assay_runs_finished_total{namespace="x",verdict=~"a"}[5m]) > assay_gone')];
  expect(found).toEqual([
    ['assay_runs_finished_total', ['namespace', 'verdict']],
    ['assay_gone', []],
  ]);
  expect(groupings('sum by (namespace, le) (x) unless on (job) y')).toEqual(['namespace', 'le', 'job']);
});

test('every legend of a dashboard names labels that its expression keeps', () => {
  for (const { title, targets } of panels)
    for (const { expr, legendFormat } of targets)
      for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
        expect({ title, labels: groupings(expr) }).toEqual({ title, labels: expect.arrayContaining([label]) });
});

const withPromtool = promtool ? describe : describe.skip;

withPromtool('every expression of a dashboard', () => {
  test('is valid', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-dashboards-'));
    const rules = dashboardExpressions.map((expr, i) => ({
      record: `dashboard_${i}`,
      expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$namespace', 'assay'),
    }));
    const file = join(folder, 'rules.yaml');
    await writeFile(file, stringify({ groups: [{ name: 'dashboards', rules }] }));
    await expect(run(promtool!, ['check', 'rules', file])).resolves.toBeDefined();
    await rm(folder, { recursive: true });
  });
});
