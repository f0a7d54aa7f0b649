import { manifests, named, type Manifest, type NetworkRules } from './rendered-manifests.ts';
import { withHelm } from './with-helm.ts';

withHelm('the chart', () => {
  test('lets a service be reached by its callers alone, and Postgres by its owners', async () => {
    const all = await manifests('values.yaml', ['networkPolicies.postgresLabels.app=postgres']);
    const callersOf = (name: string) =>
      (named(all, 'NetworkPolicy', name)!.spec as unknown as NetworkRules).ingress.flatMap(({ from = [] }) =>
        from.map(({ podSelector }) => podSelector!.matchLabels['app.kubernetes.io/name']),
      );
    expect(callersOf('catalog')).toEqual([
      'diagnostics',
      'environments',
      'gateway',
      'runner',
      'runs',
      'suites',
      'swarms',
    ]);
    expect(callersOf('environments')).toEqual(['gateway', 'runner', 'runs', 'suites', 'swarms']);
    expect(callersOf('suites')).toEqual(['gateway', 'runner', 'runs']);
    expect([callersOf('runner'), callersOf('gateway')]).toEqual([[], []]);
    expect(callersOf('postgres')).toEqual([
      'catalog',
      'diagnostics',
      'environments',
      'migrations',
      'runs',
      'suites',
      'swarms',
    ]);
  });

  test('closes every pod in both directions, and lets it connect to what it needs', async () => {
    const egressOf = (all: Manifest[], name: string) =>
      (named(all, 'NetworkPolicy', name)!.spec as unknown as NetworkRules).egress!;
    const all = await manifests('values.yaml');
    expect(named(all, 'NetworkPolicy', 'default-deny')!.spec).toEqual({
      podSelector: { matchLabels: { 'app.kubernetes.io/part-of': 'assay', 'app.kubernetes.io/instance': 'assay' } },
      policyTypes: ['Ingress', 'Egress'],
    });
    const dns = { ports: [{ port: 53 }, { port: 53 }] };
    const outward = { to: [{ ipBlock: { cidr: '0.0.0.0/0', except: expect.arrayContaining(['10.0.0.0/8']) } }, {}] };
    expect(egressOf(all, 'runner')).toMatchObject([dns, { to: [{}, {}, {}, {}, {}, {}] }, outward]);
    expect(egressOf(all, 'suites')).toMatchObject([dns, { to: [{}, {}] }, { ports: [{ port: 5432 }] }]);
    expect(egressOf(all, 'migrations')).toMatchObject([dns, { ports: [{ port: 5432 }] }]);
    expect(egressOf(all, 'gateway')).toHaveLength(3);

    const told = await manifests('values.yaml', [
      'networkPolicies.outwardEgress=null',
      'telemetry.endpoint=http://collector.logs:4318',
      'kafka.brokers={kafka:9092}',
    ]);
    expect(egressOf(told, 'runner').slice(2)).toEqual([{ ports: [{ port: 4318 }] }]);
    expect(egressOf(told, 'suites').slice(3)).toEqual([{ ports: [{ port: 9092 }] }, { ports: [{ port: 4318 }] }]);
    const nameless = await manifests('values.yaml', ['networkPolicies.dns=null']);
    expect(egressOf(nameless, 'migrations')).toMatchObject([{ ports: [{ port: 5432 }] }]);
    const open = await manifests('values.yaml', ['networkPolicies.enabled=false']);
    expect(open.filter(({ kind }) => kind === 'NetworkPolicy')).toEqual([]);
  });
});
