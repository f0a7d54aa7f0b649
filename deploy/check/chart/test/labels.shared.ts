import { renderChart } from '../render-chart.ts';
import { manifests, named } from './rendered-manifests.ts';
import { withHelm } from './with-helm.ts';

withHelm('the labels of the chart', () => {
  test.each([
    ['commonLabels', 'app.kubernetes.io/part-of'],
    ['defaults.podLabels', 'app.kubernetes.io/name'],
    ['services.gateway.podLabels', 'app.kubernetes.io/instance'],
    ['migrations.podLabels', 'app.kubernetes.io/part-of'],
  ])('that select pods are refused in %s', async (value, label) => {
    const setting = `${value}.${label.replaceAll('.', '\\.')}=platform`;
    await expect(renderChart('values.yaml', [setting])).rejects.toThrow(`${value}: ${label} is a label of the chart`);
  });

  test('are there once, and the one of the most specific value wins', async () => {
    const all = await manifests('values.yaml', [
      'commonLabels.team=common',
      'commonLabels.app\\.kubernetes\\.io/version=own',
      'defaults.labels.team=workload',
      'defaults.serviceLabels.team=service',
      'defaults.podLabels.team=pod',
      'metrics.podMonitor.enabled=true',
      'metrics.podMonitor.labels.team=monitor',
    ]);
    const labelsOf = (kind: string, name: string) => named(all, kind, name)!.metadata.labels;
    expect(labelsOf('Deployment', 'catalog')).toMatchObject({ team: 'workload', 'app.kubernetes.io/version': 'own' });
    expect(labelsOf('Service', 'catalog')).toMatchObject({ team: 'service' });
    expect(labelsOf('PodMonitor', 'metrics')).toMatchObject({ team: 'monitor' });
    expect(labelsOf('ConfigMap', 'catalog')).toMatchObject({ team: 'common' });
    expect(named(all, 'Deployment', 'catalog')!.spec!.template).toMatchObject({
      metadata: { labels: { team: 'pod', 'app.kubernetes.io/name': 'catalog' } },
    });
  });
});
