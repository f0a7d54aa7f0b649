import { renderChart } from '../render-chart.ts';
import { manifests } from './rendered-manifests.ts';
import { withHelm } from './with-helm.ts';

withHelm('the chart', () => {
  test.each([
    ['fewer pods at most than at least', ['autoscaling.minReplicas=7'], 'autoscaling.minReplicas of gateway: '],
    ['a rollout that replaces no pod', ['maxSurge=0%'], 'maxSurge of gateway: '],
  ])('refuses %s', async (_, settings, word) => {
    const gateway = ['replicas=unmanaged', 'autoscaling.enabled=true', ...settings];
    const given = gateway.map((setting) => `services.gateway.${setting}`);
    await expect(renderChart('values.yaml', given)).rejects.toThrow(`\n${word}`);
  });

  test.each([
    ['a port over the last one', ['service.port=70000'], 'service.port'],
    ['a port of nodes that a Service has not', ['service.nodePort=30080'], 'service.nodePort'],
    [
      'networks of a load balancer that is none',
      ['service.loadBalancerSourceRanges={10.0.0.0/8}', 'service.type=NodePort'],
      'service.loadBalancerSourceRanges',
    ],
    ['metrics at the port of the gateway', ['metrics.port=4000'], 'metrics.port'],
    ['metrics at the port for runners', ['metrics.port=4100', 'runnerEdge.enabled=true'], 'metrics.port'],
    ['Secrets from no store', ['externalSecrets.enabled=true'], 'externalSecrets.storeRef.name'],
    ['a route without a Gateway', ['gatewayApi.enabled=true'], 'gatewayApi.parentRefs'],
    [
      'a monitor of metrics that nothing serves',
      ['metrics.enabled=false', 'metrics.podMonitor.enabled=true'],
      'metrics.podMonitor.enabled',
    ],
    ['SASL without a user', ['kafka.brokers={kafka:9092}', 'kafka.sasl.mechanism=plain'], 'kafka.sasl.username'],
    ['an address for people with a wildcard', ['ingress.enabled=true', 'ingress.host=*.example.org'], 'publicUrl'],
  ])('refuses %s', async (_, settings, value) => {
    await expect(renderChart('values.yaml', settings)).rejects.toThrow(`\n${value}: `);
  });

  test.each([
    ['defaults.poolSize=0', "- at '/defaults/poolSize': minimum: got 0, want 1"],
    ['browserRunner.poolSize=0', "- at '/browserRunner/poolSize': minimum: got 0, want 1"],
    ['services.gateway.replica=1', "- at '/services/gateway': additional properties 'replica' not allowed"],
    ['migrations.enabled=true', "- at '/migrations': additional properties 'enabled' not allowed"],
  ])('says in one line what is wrong with %s', async (setting, line) => {
    const message = await renderChart('values.yaml', [setting]).catch((error: Error) => error.message);
    expect(message.split('\n').filter((each) => each.trim().startsWith('-'))).toEqual([line]);
  });

  test('takes combinations that look like refused ones', async () => {
    const settings = ['metrics.port=4100', 'service.type=LoadBalancer', 'service.nodePort=30080'];
    await manifests('values.yaml', [
      ...settings,
      'service.loadBalancerSourceRanges={10.0.0.0/8}',
      'kafka.sasl.mechanism=plain',
      'defaults.maxSurge=0',
      'defaults.maxUnavailable=1',
    ]);
  });

  test('refuses keys with nothing behind them by name, where it needs a value', async () => {
    const [first, ...others] = ['global', 'imagePullSecrets', 'commonLabels', 'env', 'ingress', 'init', 'metrics'];
    const below = ['extraEnv', 'env', 'podLabels', 'annotations', 'extraVolumes', 'serviceAccount'];
    const paths = [...others, ...below.map((name) => `defaults.${name}`)];
    const message = await renderChart('values.yaml', [`${first}=null`, ...paths.map((path) => `${path}=null`)]).catch(
      (error: Error) => error.message,
    );
    expect([first, ...paths].filter((path) => !message.includes(`\n${path}: the key has nothing behind it`))).toEqual(
      [],
    );
  });

  test('takes keys with nothing behind them where null is a value', async () => {
    const paths = [
      'defaults.podSecurityContext',
      'defaults.tolerations',
      'kafka.sasl',
      'services.runner.env',
      'runnerEdge.enabled',
    ];
    await manifests(
      'values.yaml',
      paths.map((path) => `${path}=null`),
    );
  });
});
