import { MAX_BODY_BYTES } from '@assay/gateway/settings';
import { renderChart } from '../render-chart.ts';
import { manifests, named } from './rendered-manifests.ts';
import { withHelm } from './with-helm.ts';

withHelm('the addresses of the chart', () => {
  test('leads an ingress below a path to the gateway as it is', async () => {
    const all = await manifests('values.yaml', ['ingress.enabled=true', 'ingress.path=/evals']);
    expect(named(all, 'ConfigMap', 'runs')!.data).toMatchObject({ PUBLIC_URL: 'http://assay.example.org/evals' });
    const backend = { service: { name: 'assay-gateway', port: { name: 'http' } } };
    expect(named(all, 'Ingress', 'gateway')!.spec).toMatchObject({
      rules: [
        {
          http: {
            paths: [
              { path: '/evals', pathType: 'Prefix', backend },
              { path: '/.well-known/oauth-authorization-server/evals', pathType: 'Prefix', backend },
            ],
          },
        },
      ],
    });
  });

  test('refuses an ingress with a pattern as its path, unless publicUrl is told', async () => {
    const pattern = ['ingress.enabled=true', 'ingress.path=/evals(/|$)(.*)'];
    await expect(renderChart('values.yaml', pattern)).rejects.toThrow('plain path');
    const told = await manifests('values.yaml', [...pattern, 'publicUrl=https://assay.example.org/evals']);
    expect(named(told, 'Ingress', 'gateway')).toBeDefined();
  });

  test.each(['values-production.yaml', 'values-kafka-tls.yaml'])(
    'lets bodies of the largest size through the ingress of %s',
    async (values) => {
      const { annotations } = named(await manifests(values), 'Ingress', 'gateway')!.metadata;
      const [, mebibytes] = /^(\d+)m$/.exec(annotations!['nginx.ingress.kubernetes.io/proxy-body-size']!)!;
      expect(Number(mebibytes) * 1024 * 1024).toBe(MAX_BODY_BYTES.facts.default);
    },
  );

  test('leads runners outside of the cluster to a Service of their own, without HTTP', async () => {
    const port = { name: 'runners', port: 4100, targetPort: 'runners', appProtocol: 'https' };
    const settings = ['runnerEdge.enabled=true', 'runnerEdge.tlsSecret=assay-runner-tls'];
    const shared = await manifests('values.yaml', settings);
    expect(named(shared, 'Service', 'runner-edge')).toBeUndefined();
    expect(named(shared, 'Service', 'gateway')!.spec).toMatchObject({ ports: [{ name: 'http' }, port] });
    const all = await manifests('values.yaml', [...settings, 'runnerEdge.service.type=LoadBalancer']);
    expect(named(all, 'Service', 'runner-edge')!.spec).toMatchObject({
      type: 'LoadBalancer',
      selector: { 'app.kubernetes.io/name': 'gateway' },
      ports: [port],
    });
    expect(named(all, 'Service', 'gateway')!.spec).toMatchObject({ type: 'ClusterIP', ports: [{ name: 'http' }] });
  });
});
