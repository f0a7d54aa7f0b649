import { manifests, named, type Manifest, type NetworkRules } from './rendered-manifests.ts';
import { withHelm } from './with-helm.ts';

const DIRECT = 'secrets.directDatabase.name=assay-direct-database';

withHelm('the chart', () => {
  test('lets a service be reached by its callers alone, and Postgres by its owners', async () => {
    const all = await manifests('values.yaml', ['networkPolicies.postgresLabels.app=postgres']);
    const callersOf = (name: string) =>
      (named(all, 'NetworkPolicy', name)!.spec as unknown as NetworkRules).ingress.flatMap(({ from = [] }) =>
        from.map(({ podSelector }) => podSelector!.matchLabels['app.kubernetes.io/name'] ?? podSelector!.matchLabels),
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
      // Pods of the operator, which no policy of the chart closes.
      { 'assay.dev/reaches-postgres': 'assay' },
    ]);
  });

  test('lets diagnostics and runners reach the gateway, also where its peers are named', async () => {
    const all = await manifests('values-production.yaml', ['browserRunner.enabled=true']);
    const ofNamespace = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } } };
    const ofPart = (name: string) => ({
      podSelector: {
        matchLabels: {
          'app.kubernetes.io/name': name,
          'app.kubernetes.io/instance': 'assay',
          'app.kubernetes.io/part-of': 'assay',
        },
      },
    });
    const rulesOf = (name: string) => named(all, 'NetworkPolicy', name)!.spec as unknown as NetworkRules;
    const clients = ['diagnostics', 'runner', 'browser-runner'];
    const http = { ports: [{ port: 4000 }], to: [ofPart('gateway')] };
    for (const name of clients) expect(rulesOf(name).egress).toContainEqual(http);
    expect(rulesOf('runs').egress).not.toContainEqual(http);
    const { from } = rulesOf('gateway').ingress[0]!;
    expect(new Set(from)).toEqual(new Set([...['gateway', 'test', ...clients].map(ofPart), ofNamespace]));
  });

  test.each([
    ['Postgres alone', [], [5432]],
    ['Postgres at a port of its own', ['postgresPort=6432'], [6432]],
    ['a pooler and Postgres behind it', ['postgresPort=6432', DIRECT], [6432, 5432]],
    ['both at ports of their own', ['postgresPort=6432', 'postgresDirectPort=6433', DIRECT], [6432, 6433]],
    ['both at one port', ['postgresPort=5432', DIRECT], [5432]],
  ])('lets services and migrations reach %s', async (_, settings, ports) => {
    const all = await manifests(
      'values.yaml',
      settings.map((setting) => (setting === DIRECT ? setting : `networkPolicies.${setting}`)),
    );
    for (const name of ['runs', 'migrations'])
      expect((named(all, 'NetworkPolicy', name)!.spec as unknown as NetworkRules).egress).toContainEqual({
        ports: ports.map((port) => ({ port })),
      });
  });

  test('lets every pod ask the name servers of OpenShift at the port that their pods listen on', async () => {
    const all = await manifests('values-openshift.yaml');
    const dns = {
      to: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'openshift-dns' } } }],
      ports: [53, 5353].flatMap((port) => ['UDP', 'TCP'].map((protocol) => ({ port, protocol }))),
    };
    const processes = all.filter(
      ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name !== 'assay-default-deny',
    );
    expect(processes).toHaveLength(10);
    for (const { spec } of processes) expect((spec as unknown as NetworkRules).egress![0]).toEqual(dns);
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
    const http = { ports: [{ port: 4000 }], to: [{}] };
    expect(egressOf(all, 'runner')).toMatchObject([dns, { to: [{}, {}, {}, {}, {}, {}] }, http, outward]);
    expect(egressOf(all, 'suites')).toMatchObject([dns, { to: [{}, {}] }, { ports: [{ port: 5432 }] }]);
    expect(egressOf(all, 'migrations')).toMatchObject([dns, { ports: [{ port: 5432 }] }]);
    expect(egressOf(all, 'gateway')).toHaveLength(3);

    const told = await manifests('values.yaml', [
      'networkPolicies.outwardEgress=null',
      'telemetry.endpoint=http://collector.logs:4318',
      'kafka.brokers={kafka:9092}',
    ]);
    expect(egressOf(told, 'runner').slice(3)).toEqual([{ ports: [{ port: 4318 }] }]);
    expect(egressOf(told, 'suites').slice(3)).toEqual([{ ports: [{ port: 9092 }] }, { ports: [{ port: 4318 }] }]);
    const nameless = await manifests('values.yaml', ['networkPolicies.dns=null']);
    expect(egressOf(nameless, 'migrations')).toMatchObject([{ ports: [{ port: 5432 }] }]);
    const open = await manifests('values.yaml', ['networkPolicies.enabled=false']);
    expect(open.filter(({ kind }) => kind === 'NetworkPolicy')).toEqual([]);
  });
});
