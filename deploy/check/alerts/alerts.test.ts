import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse, stringify } from 'yaml';
import { chartFolder } from '../chart/chart-values.ts';
import { alertCases, type Series } from './alert-cases.ts';
import { promtool } from './promtool.ts';

interface Alert {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; description: string };
}

const run = promisify(execFile);
const alertsFile = join(chartFolder, 'alerts.yaml');
const { groups } = parse(await readFile(alertsFile, 'utf8')) as { groups: { name: string; rules: Alert[] }[] };
const alerts = groups.flatMap(({ rules }) => rules);

test('every alert has a severity, a summary, a description and a test', () => {
  for (const { labels, annotations } of alerts) {
    expect(['critical', 'warning']).toContain(labels.severity);
    expect(annotations).toEqual({ summary: expect.stringMatching(/\w/), description: expect.stringMatching(/\w/) });
  }
  expect(alerts.map(({ alert }) => alert).sort()).toEqual(Object.keys(alertCases).sort());
});

// Debian's package `prometheus` has promtool; elsewhere these tests are counted as skipped.
const withPromtool = promtool ? describe : describe.skip;

/** A unit test of promtool: exactly these alerts fire. */
const unitTest = (atMinutes: number, series: Series, firing: string[]) => ({
  interval: '1m',
  input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
  promql_expr_test: [
    {
      expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
      eval_time: `${atMinutes}m`,
      exp_samples: firing.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
    },
  ],
});

withPromtool('promtool', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-alerts-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** The complaints of promtool; rules are evaluated each `everyMinutes`. */
  const testRules = async (name: string, tests: object[], everyMinutes = 1): Promise<string> => {
    const file = join(folder, `${name}.yaml`);
    await writeFile(file, stringify({ rule_files: [alertsFile], evaluation_interval: `${everyMinutes}m`, tests }));
    return run(promtool!, ['test', 'rules', file]).then(
      () => '',
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
    );
  };

  test('finds valid rules', async () => {
    const { stdout } = await run(promtool!, ['check', 'rules', alertsFile]);
    expect(stdout).toContain(`${alerts.length} rules found`);
  });

  test.each(Object.entries(alertCases))('%s fires when it should, and alone', async (name, alertCase) => {
    const { atMinutes, fires, quiet } = alertCase;
    const tests = [unitTest(atMinutes, fires, [name]), unitTest(atMinutes, quiet, [])];
    expect(await testRules(name, tests, atMinutes > 120 ? 20 : 1)).toBe('');
  });

  test('tells an alert that does not fire', async () => {
    const { atMinutes, quiet } = alertCases['AssayBusLag']!;
    expect(await testRules('wrong', [unitTest(atMinutes, quiet, ['AssayBusLag'])])).toContain('AssayBusLag');
  });
});
