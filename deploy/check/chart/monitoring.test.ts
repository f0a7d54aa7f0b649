import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { repositoryRoot } from '../step.ts';
import { chartFolder } from './chart-values.ts';
import { renderChart } from './render-chart.ts';
import { withHelm } from './test/with-helm.ts';

interface Container {
  name: string;
  ports?: { name: string; containerPort: number }[];
}
interface Manifest {
  kind: string;
  metadata: { name: string; labels: Record<string, string>; annotations?: Record<string, string> };
  data?: Record<string, string>;
  spec?: {
    template?: { spec: { containers: Container[] } };
    ingress?: { ports: { port: number | string }[]; from?: object[] }[];
    groups?: { name: string; rules: { alert: string; annotations: Record<string, string> }[] }[];
  };
}

const manifests = async (settings: string[] = []): Promise<Manifest[]> =>
  parseAllDocuments(await renderChart('values.yaml', settings))
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);
const ofKind = (all: Manifest[], kind: string) => all.filter((each) => each.kind === kind);
const portsOf = ({ spec }: Manifest) => spec!.template!.spec.containers[0]!.ports ?? [];
const metricsRuleOf = ({ spec }: Manifest) => spec!.ingress?.find(({ ports }) => ports[0]!.port === 'metrics');

withHelm('metrics', () => {
  test('have a port of their own in every process but jobs', async () => {
    const all = await manifests(['metrics.port=9191', 'browserRunner.enabled=true']);
    const deployments = ofKind(all, 'Deployment');
    expect(deployments).toHaveLength(9);
    for (const { metadata, ...deployment } of deployments) {
      expect(portsOf({ metadata, ...deployment })).toContainEqual({ name: 'metrics', containerPort: 9191 });
      const settings = ofKind(all, 'ConfigMap').find((each) => each.metadata.name === metadata.name);
      expect(settings!.data).toMatchObject({ METRICS_PORT: '9191' });
    }
    for (const job of ofKind(all, 'Job')) expect(portsOf(job)).toEqual([]);
  });

  test('are scraped through the network policies, by the peers that the operator names', async () => {
    const all = await manifests(['networkPolicies.metricsFrom[0].podSelector.matchLabels.app=prometheus']);
    const rules = new Map(ofKind(all, 'NetworkPolicy').map((each) => [each.metadata.name, metricsRuleOf(each)]));
    const rule = { ports: [{ port: 'metrics' }], from: [{ podSelector: { matchLabels: { app: 'prometheus' } } }] };
    for (const name of ['gateway', 'catalog', 'runner']) expect(rules.get(`assay-${name}`)).toEqual(rule);
    expect(rules.get('assay-migrations')).toBeUndefined();
  });

  test('are off where the operator wants none', async () => {
    const all = await manifests(['metrics.enabled=false']);
    expect(JSON.stringify(all)).not.toMatch(/METRICS_PORT|"metrics"/);
  });

  test('are scraped by a PodMonitor, which names the process and the product', async () => {
    const [monitor] = ofKind(await manifests(['metrics.podMonitor.enabled=true']), 'PodMonitor');
    expect(monitor!.spec).toMatchObject({
      selector: { matchLabels: { 'app.kubernetes.io/part-of': 'assay', 'app.kubernetes.io/instance': 'assay' } },
      jobLabel: 'app.kubernetes.io/name',
      podTargetLabels: ['app.kubernetes.io/part-of'],
      podMetricsEndpoints: [{ port: 'metrics', path: '/metrics' }],
    });
  });

  test.each(['podMonitor', 'rules'])('need the Prometheus operator for metrics.%s, and say so', async (name) => {
    const enabled = `metrics.${name}.enabled=true`;
    await expect(renderChart('values.yaml', [enabled], [])).rejects.toThrow('monitoring.coreos.com/v1');
    expect(await renderChart('values.yaml', [enabled, 'checkApis=false'], [])).toContain('monitoring.coreos.com/v1');
  });

  test('have alerts, each with the section of its runbook', async () => {
    const settings = ['metrics.rules.enabled=true', 'metrics.rules.runbookUrl=https://wiki.example.org/runbooks/'];
    const [rules] = ofKind(await manifests(settings), 'PrometheusRule');
    const { groups } = parse(await readFile(join(chartFolder, 'alerts.yaml'), 'utf8')) as Required<Manifest>['spec'];
    for (const { name, rules: written } of groups!)
      for (const { annotations, alert } of written) {
        const section = `${name.replace('assay.', '')}.md#${alert.toLowerCase()}`;
        annotations['runbook'] = `docs/operations/runbooks/${section}`;
        annotations['runbook_url'] = `https://wiki.example.org/runbooks/${section}`;
      }
    expect(rules!.spec!.groups).toEqual(groups);
  });

  test('have alerts whose runbooks are sections of the docs', async () => {
    const [rules] = ofKind(await manifests(['metrics.rules.enabled=true']), 'PrometheusRule');
    const missing: string[] = [];
    for (const { alert, annotations } of rules!.spec!.groups!.flatMap((group) => group.rules)) {
      expect(annotations).not.toHaveProperty('runbook_url');
      const [, page = '', section] = /^(docs\/.*\.md)#(\w+)$/.exec(annotations['runbook']!) ?? [];
      const headings = (await readFile(join(repositoryRoot, page), 'utf8')).match(/^## \w+$/gm) ?? [];
      if (!headings.some((heading) => heading.toLowerCase() === `## ${section}`)) missing.push(alert);
    }
    expect(missing).toEqual([]);
  });

  test('have three dashboards, with labels for the sidecar of Grafana', async () => {
    const all = await manifests([
      'metrics.dashboards.enabled=true',
      'metrics.dashboards.annotations.grafana_folder=Assay',
    ]);
    const dashboards = ofKind(all, 'ConfigMap').filter(({ metadata }) => metadata.labels['grafana_dashboard'] === '1');
    const titles = dashboards.flatMap(({ data }) =>
      Object.values(data!).map((text) => (JSON.parse(text) as { title: string }).title),
    );
    expect(titles.sort()).toEqual(['Assay / Inside', 'Assay / Overview', 'Assay / Work']);
    expect(dashboards[0]!.metadata.annotations).toEqual({ grafana_folder: 'Assay' });
  });
});
