import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { prepareDatabase } from '@assay/database/prepare-database';
import { createLog } from '@assay/kit/log';
import { openPool, transaction } from '@assay/kit/postgres/db';
import { testDatabase } from '@assay/testkit/database/database';
import { workMigrations } from '@assay/work/migrations';
import { enqueueWork } from '@assay/work/queue/work-queue';
import { parseAllDocuments, stringify } from 'yaml';
import { promtool } from '../alerts/promtool.ts';
import { renderChart } from './render-chart.ts';
import { withHelm } from './test/with-helm.ts';

interface Trigger {
  type: string;
  metricType: string;
  metadata: Record<string, string>;
  authenticationRef?: { name: string };
}
interface Manifest {
  kind: string;
  metadata: { name: string };
  spec: {
    triggers: Trigger[];
    metrics: object[];
    behavior?: object;
    ingress: { from: object[] }[];
    groups: { name: string; rules: { record?: string; expr: string; labels: Record<string, string> }[] }[];
  };
}

const run = promisify(execFile);
const SCALED = [
  'services.runner.replicas=unmanaged',
  'services.runner.autoscaling.enabled=true',
  'browserRunner.enabled=true',
  'browserRunner.replicas=unmanaged',
  'browserRunner.autoscaling.enabled=true',
];
const manifests = async (settings: string[]): Promise<Manifest[]> =>
  parseAllDocuments(await renderChart('values.yaml', [...SCALED, ...settings]))
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);
const find = (all: Manifest[], kind: string, name: string) =>
  all.find((each) => each.kind === kind && each.metadata.name === `assay-${name}`);
const kindsOf = (all: Manifest[]) =>
  new Set(all.map(({ kind }) => kind).filter((kind) => /Scale|Autoscaler|Trigger/.test(kind)));

withHelm('the autoscaler of runners', () => {
  test('is a ScaledObject that goes by open items and by age, and keeps runners while it is blind', async () => {
    const all = await manifests([]);
    expect(kindsOf(all)).toEqual(new Set(['ScaledObject', 'TriggerAuthentication']));
    expect(find(all, 'ScaledObject', 'runner')!.spec).toMatchObject({
      minReplicaCount: 2,
      maxReplicaCount: 6,
      fallback: { failureThreshold: 3, replicas: 2, behavior: 'currentReplicasIfHigher' },
      advanced: {
        horizontalPodAutoscalerConfig: {
          behavior: { scaleDown: { stabilizationWindowSeconds: 300, policies: [{ type: 'Percent', value: 50 }] } },
        },
      },
      triggers: [
        { type: 'postgresql', metricType: 'AverageValue', metadata: { targetQueryValue: '8' } },
        { type: 'postgresql', metricType: 'Value', metadata: { targetQueryValue: '60' } },
      ],
    });
    expect(find(all, 'TriggerAuthentication', 'work-scaling')!.spec).toEqual({
      secretTargetRef: [{ parameter: 'connection', name: 'assay-database', key: 'scaler' }],
    });
  });

  test('asks Prometheus where its operator wants it, and Postgres gets no role then', async () => {
    const all = await manifests([
      'workScaling.trigger=prometheus',
      'workScaling.prometheus.serverAddress=http://prometheus:9090',
    ]);
    expect(kindsOf(all)).toEqual(new Set(['ScaledObject']));
    expect(find(all, 'ScaledObject', 'runner')!.spec.triggers).toMatchObject([
      {
        type: 'prometheus',
        metadata: { serverAddress: 'http://prometheus:9090', threshold: '8', ignoreNullValues: 'false' },
      },
      { type: 'prometheus', metricType: 'Value', metadata: { threshold: '60' } },
    ]);
    expect(JSON.stringify(find(all, 'Job', 'migrations'))).not.toContain('scaler');
  });

  test('is one of Kubernetes with external metrics where there is no KEDA, and never both', async () => {
    const all = await manifests(['workScaling.by=externalMetrics']);
    expect(kindsOf(all)).toEqual(new Set(['HorizontalPodAutoscaler']));
    const { metrics, behavior } = find(all, 'HorizontalPodAutoscaler', 'browser-runner')!.spec;
    const selector = { matchLabels: { deployment: 'assay-browser-runner' } };
    expect(metrics).toEqual([
      {
        type: 'External',
        external: {
          metric: { name: 'assay_runner_open_work', selector },
          target: { type: 'AverageValue', averageValue: '4' },
        },
      },
      {
        type: 'External',
        external: {
          metric: { name: 'assay_runner_oldest_work_age_seconds', selector },
          target: { type: 'Value', value: '60' },
        },
      },
    ]);
    expect(behavior).toMatchObject({ scaleDown: { stabilizationWindowSeconds: 300 } });
  });

  test.each([
    ['CPU', ['services.runner.autoscaling.cpuPercent=60'], 'cpuPercent of runner'],
    ['CPU for runners with a browser', ['browserRunner.autoscaling.cpuPercent=60'], 'cpuPercent of browser-runner'],
    ['Prometheus without an address', ['workScaling.trigger=prometheus'], 'serverAddress'],
    ['an unknown way', ['workScaling.by=cpu'], 'by'],
  ])('refuses %s', async (_, settings, words) => {
    await expect(manifests(settings)).rejects.toThrow(words);
  });

  test('says loudly that KEDA is absent, unless it is told not to look', async () => {
    await expect(renderChart('values.yaml', SCALED, [])).rejects.toThrow(
      /KEDA needs the API keda\.sh\/v1alpha1.*checkApis/s,
    );
    expect(await renderChart('values.yaml', [...SCALED, 'checkApis=false'], [])).toContain('kind: ScaledObject');
    expect(await renderChart('values.yaml', [], [])).not.toContain('ScaledObject');
  });

  test('reaches Postgres in this namespace where the operator names its peers', async () => {
    const peer = { namespaceSelector: { matchLabels: { name: 'keda' } } };
    const all = await manifests([
      'networkPolicies.postgresLabels.app=postgres',
      'networkPolicies.postgresFrom[0].namespaceSelector.matchLabels.name=keda',
    ]);
    expect(find(all, 'NetworkPolicy', 'postgres')!.spec.ingress[0]!.from).toContainEqual(peer);
  });
});

withHelm('the queries of the autoscaler', () => {
  const suffix = randomBytes(4).toString('hex');
  const scaler = { role: `scaler_${suffix}`, password: 'x' };
  const tenant = { schema: 'suites', role: `suites_${suffix}`, password: 'x', migrations: [workMigrations] };

  test('count the work of each kind of runner in Postgres, as its role', async () => {
    const log = createLog('test', 'silent');
    const db = await testDatabase({ folders: [] });
    await prepareDatabase(db.url, [tenant], log, scaler);
    const poolAs = (username: string) =>
      openPool(Object.assign(new URL(db.url), { username, password: 'x' }).toString(), log, { max: 1 });
    const [own, pool] = [poolAs(tenant.role), poolAs(scaler.role)];
    const item = (id: string, labels: string[], kind = 'think') => ({
      id,
      kind,
      projectId: 'prj',
      task: Buffer.alloc(0),
      timeoutMs: 1_000,
      labels,
    });
    await transaction(own, (tx) =>
      enqueueWork(
        tx,
        item('a', []),
        item('b', []),
        item('c', ['browser']),
        item('d', ["o'lab"]),
        item('e', ['elsewhere']),
        item('trial-a', [], 'iteration'),
        item('trial-b', ['browser'], 'iteration'),
        item('trial-c', ["o'lab"], 'iteration'),
      ),
    );
    const [all, labelled] = await Promise.all([manifests([]), manifests([`services.runner.env.RUNNER_LABELS=o'lab`])]);
    const answersOf = (all: Manifest[], name: string) =>
      Promise.all(
        find(all, 'ScaledObject', name)!.spec.triggers.map(async ({ metadata }) => {
          const { rows } = await pool.query<Record<string, string>>(metadata['query']!);
          return Number(Object.values(rows[0]!)[0]);
        }),
      );
    expect(await answersOf(all, 'runner')).toEqual([3, expect.any(Number)]);
    // A runner with labels is given no trial without labels, but other work without labels.
    expect(await answersOf(labelled, 'runner')).toEqual([4, expect.any(Number)]);
    for (const each of [all, labelled])
      expect(await answersOf(each, 'browser-runner')).toEqual([2, expect.any(Number)]);

    await Promise.all([own.end(), pool.end()]);
    for (const { role } of [scaler, tenant]) await db.pool.query(`drop owned by ${role} cascade; drop role ${role}`);
    await db.drop();
  });

  const withPromtool = promtool ? describe : describe.skip;
  withPromtool('in Prometheus', () => {
    test('count it once, though each replica reports the same', async () => {
      const all = await manifests([
        'workScaling.by=externalMetrics',
        'metrics.rules.enabled=true',
        'services.runner.env.RUNNER_LABELS=lab',
      ]);
      const group = find(all, 'PrometheusRule', 'alerts')!.spec.groups.find(({ name }) => name === 'assay.scaling')!;
      const folder = await mkdtemp(join(tmpdir(), 'assay-scaling-'));
      await writeFile(join(folder, 'rules.yaml'), stringify({ groups: [group] }));
      const series = (metric: string, pod: number, labels: string, kind = 'think') =>
        `${metric}{namespace="default",pod="suites-${pod}",kind="${kind}",labels="${labels}"}`;
      const values: Record<string, string> = {};
      for (const pod of [1, 2]) {
        for (const [labels, waiting, age, kind] of [
          ['', 5, 30],
          ['lab', 2, 50],
          ['elsewhere', 9, 900],
          // A runner with labels is given no trial without labels.
          ['', 70, 700, 'iteration'],
          ['lab', 3, 40, 'iteration'],
        ] as const) {
          values[series('assay_work_waiting', pod, labels, kind)] = `${waiting}x5`;
          values[series('assay_work_held', pod, labels, kind)] = '1x5';
          values[series('assay_work_oldest_age_seconds', pod, labels, kind)] = `${age}x5`;
        }
      }
      const expected = (name: string, value: number, of: string) => ({
        expr: `${name}{deployment="assay-${of}"}`,
        eval_time: '3m',
        exp_samples: [{ labels: `${name}{namespace="default", deployment="assay-${of}"}`, value }],
      });
      const unitTest = {
        interval: '1m',
        input_series: Object.entries(values).map(([name, each]) => ({ series: name, values: each })),
        promql_expr_test: [
          expected('assay_runner_open_work', 13, 'runner'),
          expected('assay_runner_oldest_work_age_seconds', 50, 'runner'),
          expected('assay_runner_open_work', 0, 'browser-runner'),
          expected('assay_runner_oldest_work_age_seconds', 0, 'browser-runner'),
        ],
      };
      await writeFile(join(folder, 'test.yaml'), stringify({ rule_files: ['rules.yaml'], tests: [unitTest] }));
      await expect(run(promtool!, ['test', 'rules', join(folder, 'test.yaml')])).resolves.toBeDefined();
      await rm(folder, { recursive: true });
    });
  });
});
