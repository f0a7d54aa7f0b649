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

  test('tells the gateway to the processes that request it', async () => {
    const all = await manifests('values.yaml', ['service.port=8080']);
    const told = all.filter(({ kind, data }) => kind === 'ConfigMap' && data && 'GATEWAY_URL' in data);
    expect(told.map(({ data }) => data!['GATEWAY_URL'])).toEqual(Array(2).fill('http://assay-gateway:8080'));
    expect(named(all, 'ConfigMap', 'diagnostics')!.data).toHaveProperty('GATEWAY_URL');
    expect(named(all, 'ConfigMap', 'runner')!.data).toHaveProperty('GATEWAY_URL');
  });

  test('takes a wildcard as the host of the Ingress', async () => {
    const settings = ['ingress.enabled=true', 'ingress.host=*.example.org', 'ingress.tlsSecret=own'];
    const all = await manifests('values.yaml', [...settings, 'publicUrl=https://assay.example.org']);
    expect(named(all, 'Ingress', 'gateway')!.spec).toMatchObject({
      tls: [{ hosts: ['*.example.org'] }],
      rules: [{ host: '*.example.org' }],
    });
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
