import { MAX_BODY_BYTES } from '@assay/gateway/settings';
import { renderChart } from '../render-chart.ts';
import { manifests, named } from './rendered-manifests.ts';
import { withHelm } from './with-helm.ts';

withHelm('the chart', () => {
  test('takes numbers and booleans from the command line as texts', async () => {
    const settings = ['env.MAX_BODY_BYTES=12582912', 'services.gateway.env.REPORT_LINKS=false', 'image.tag=20260101'];
    const all = await manifests('values.yaml', [...settings, 'defaults.podAnnotations.port=9090']);
    expect(named(all, 'ConfigMap', 'gateway')!.data).toMatchObject({
      MAX_BODY_BYTES: '12582912',
      REPORT_LINKS: 'false',
    });
    expect(named(all, 'Deployment', 'gateway')!.spec!.template).toMatchObject({
      metadata: { annotations: { port: '9090' } },
      spec: { containers: [{ image: 'ghcr.io/assay/assay:20260101' }] },
    });
  });

  test('serves the gateway below a path, with the metadata of its issuer', async () => {
    const all = await manifests('values.yaml', [
      'gatewayApi.enabled=true',
      'gatewayApi.parentRefs[0].name=public',
      'gatewayApi.path=/evals',
    ]);
    expect(named(all, 'ConfigMap', 'runs')!.data).toMatchObject({ PUBLIC_URL: 'https://assay.example.org/evals' });
    expect(named(all, 'HTTPRoute', 'gateway')!.spec).toMatchObject({
      rules: [
        { matches: [{ path: { value: '/evals' } }], filters: [{ type: 'URLRewrite' }] },
        { matches: [{ path: { value: '/.well-known/oauth-authorization-server/evals' } }] },
      ],
    });
  });

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

  test('sends telemetry only where there is a collector', async () => {
    const settings = async (endpoint: string) =>
      named(await manifests('values.yaml', [`telemetry.endpoint=${endpoint}`]), 'ConfigMap', 'runs')!.data;
    expect(await settings('http://collector:4318')).toMatchObject({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
    });
    expect(await settings('')).not.toHaveProperty('OTEL_EXPORTER_OTLP_ENDPOINT');
  });

  test.each([
    ['a misspelt value', 'service.runner.replicas=3', 'service'],
    ['a secret among the plain settings', 'env.MESH_SECRET=x', 'MESH_SECRET'],
    ['a broker without a port', 'kafka.brokers={kafka}', 'brokers'],
    [
      "commands where the mesh's secrets are",
      'services.runner.env.RUNNER_ALLOWED_COMMANDS=npx',
      'RUNNER_ALLOWED_COMMANDS',
    ],
    ['a global value that it does not read', 'global.storageClass=fast', 'storageClass'],
    ['two owners of one number of pods', 'services.runner.autoscaling.enabled=true', 'unmanaged'],
    ['a name server without a limit', 'nameAnswerSeconds=-1', 'nameAnswerSeconds'],
  ])('refuses %s', async (_name, setting, word) => {
    await expect(renderChart('values.yaml', [setting])).rejects.toThrow(word);
  });
});
