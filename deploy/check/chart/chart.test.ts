import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { busSchema, serviceSchemas } from '@assay/database/schemas';
import { MESH_CERTIFICATE } from '@assay/testkit/certificates/mesh-certificates';
import { missingTools } from '../tools.ts';
import { renderChart, valuesFiles } from './render-chart.ts';

interface Container {
  name: string;
  args: string[];
  env?: { name: string; value?: string }[];
  securityContext: object;
  resources: { requests: object; limits: object };
  livenessProbe?: object;
  readinessProbe?: object;
  startupProbe?: object;
}
interface Pod {
  automountServiceAccountToken: boolean;
  serviceAccountName: string;
  securityContext: object;
  terminationGracePeriodSeconds?: number;
  containers: Container[];
  volumes: { projected?: { sources: { secret?: { name: string; items: { key: string; path: string }[] } }[] } }[];
}
interface NetworkRules {
  ingress: { from?: { podSelector?: { matchLabels: Record<string, string> } }[] }[];
  egress?: { ports?: object[]; to?: object[] }[];
}
interface Manifest {
  kind: string;
  metadata: { name: string; labels: Record<string, string>; annotations?: Record<string, string> };
  data?: Record<string, string>;
  spec?: { template?: { spec: Pod }; replicas?: number };
}

/** The longest stop of a process, and the time that a service or the gateway takes requests before it, in seconds. */
const [STOP_SECONDS, STOP_DELAY_SECONDS] = [25, 5];

const rendered = new Map<string, Promise<Manifest[]>>();
/** The manifests for these values. A test must not change them: others read them, too. */
function manifests(values: string, settings: string[] = []): Promise<Manifest[]> {
  const key = [values, ...settings].join(' ');
  const found = rendered.get(key) ?? renderChart(values, settings).then(manifestsIn);
  rendered.set(key, found);
  return found;
}
const manifestsIn = (text: string): Manifest[] =>
  parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);
const podsOf = (all: Manifest[]): [name: string, pod: Pod][] =>
  all.flatMap(({ metadata, spec }) => (spec?.template ? [[metadata.name, spec.template.spec]] : []));
const filesOf = (pod: Pod): string[] =>
  pod.volumes.flatMap(({ projected }) =>
    (projected?.sources ?? []).flatMap(({ secret }) => (secret?.items ?? []).map(({ path }) => `/secrets/${path}`)),
  );
const named = (all: Manifest[], kind: string, name: string): Manifest | undefined =>
  all.find((manifest) => manifest.kind === kind && manifest.metadata.name === `assay-${name}`);

// CI installs helm (deploy/check/install-tools.ts); elsewhere these tests are counted as skipped.
const withHelm = missingTools().length ? describe.skip : describe;

withHelm.each(await valuesFiles())('the chart with %s', (values) => {
  let all: Manifest[];
  let pods: [name: string, pod: Pod][];
  beforeAll(async () => {
    all = await manifests(values);
    pods = podsOf(all);
  });

  test('runs no container as root, with a writable root, or with a capability', () => {
    expect(pods.length).toBeGreaterThan(6);
    for (const [, pod] of pods) {
      expect(pod.securityContext).toEqual({
        runAsNonRoot: true,
        // OpenShift chooses the users.
        ...(values !== 'values-openshift.yaml' && { runAsUser: 65532, runAsGroup: 65532, fsGroup: 65532 }),
        seccompProfile: { type: 'RuntimeDefault' },
      });
      for (const { securityContext } of pod.containers) {
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
      }
    }
  });

  test('gives no pod a token of the cluster', () => {
    for (const [, pod] of pods)
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        serviceAccountName: expect.stringMatching(/^assay-/),
      });
  });

  test('bounds the memory of every container and asks for its share', () => {
    for (const [, { containers }] of pods) {
      for (const { resources } of containers)
        expect(resources).toMatchObject({
          requests: { cpu: expect.anything(), memory: expect.anything() },
          limits: { memory: expect.anything() },
        });
    }
  });

  test('probes every process that serves requests', () => {
    const services = all.filter(({ kind }) => kind === 'Service').map(({ metadata }) => metadata.name);
    expect(services).toContain('assay-gateway');
    // The kubelet's probes over gRPC speak no TLS.
    const hasMeshTls = named(all, 'ConfigMap', 'runs')!.data!['MESH_TLS_CERT_FILE'] !== undefined;
    for (const name of services) {
      const [, pod] = pods.find(([pod]) => pod === name)!;
      const isGateway = name === 'assay-gateway';
      const http = isGateway || hasMeshTls;
      const settings = named(all, 'ConfigMap', name.replace(/^assay-/, ''))!.data!;
      const port = isGateway ? 'http' : Number(settings['HEALTH_PORT']);
      expect(pod.containers[0]).toMatchObject({
        startupProbe: expect.anything(),
        livenessProbe: http ? { httpGet: { path: '/healthz', port } } : { grpc: { port: 50051 } },
        readinessProbe: http ? { httpGet: { path: '/readyz', port } } : { grpc: { port: 50051 } },
      });
    }
  });

  test('holds no secret: each one is a file, and every file that a setting names is mounted', () => {
    expect(all.filter(({ kind }) => kind === 'Secret')).toEqual([]);
    for (const [name, pod] of pods) {
      const settings = { ...all.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name)?.data };
      for (const { name: setting, value = '' } of pod.containers[0]!.env ?? []) settings[setting] = value;
      expect(
        Object.keys(settings).filter((setting) => /(SECRET|PASSWORD|DATABASE_URL|SMTP_URL|_KEY|TOKEN)$/.test(setting)),
      ).toEqual([]);
      const files = Object.entries(settings)
        .filter(([setting]) => setting.endsWith('_FILE'))
        .map(([, path]) => path);
      expect(files.sort()).toEqual(filesOf(pod).sort());
    }
  });

  test('has the migrations prepare every schema of the installation', async () => {
    const job = named(all, 'Job', 'migrations')!;
    const kafka = named(all, 'ConfigMap', 'runs')!.data!['KAFKA_BROKERS'] !== undefined;
    const isScaled = all.some(({ kind }) => kind === 'TriggerAuthentication');
    const schemas = serviceSchemas.map(({ name }) => name);
    expect(filesOf(job.spec!.template!.spec).sort()).toEqual(
      ['admin', ...schemas, ...(kafka ? [] : [busSchema.name]), ...(isScaled ? ['scaler'] : [])]
        .map((name) => `/secrets/${name}`)
        .sort(),
    );
  });

  test('gives every process its required settings', async () => {
    const files = await mkdtemp(join(tmpdir(), 'assay-secrets-'));
    const contents: Record<string, string> = {
      'key-encryption': '00'.repeat(32),
      'api-key': `sk_${'a'.repeat(32)}`,
      'smtp-url': 'smtps://assay:password@mail.example.org',
      'mesh-tls.crt': MESH_CERTIFICATE.cert,
      'mesh-tls.key': MESH_CERTIFICATE.key,
      'mesh-ca.crt': MESH_CERTIFICATE.ca,
    };
    for (const path of new Set(pods.flatMap(([, pod]) => filesOf(pod)))) {
      const name = basename(path);
      await writeFile(join(files, name), contents[name] ?? 'postgres://user:password@host/database');
    }
    // The test's holds its program.
    const settings = all.filter(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name !== 'assay-test');
    for (const { metadata, data = {} } of settings) {
      const env = Object.fromEntries(
        Object.entries(data).map(([setting, value]) => [setting, value.replace(/^\/secrets/, files)]),
      );
      const { loadConfig } = (await import(`@assay/${metadata.name.replace('assay-', '')}/config`)) as {
        loadConfig(env: object): object;
      };
      expect(() => loadConfig(env)).not.toThrow();
    }
    await rm(files, { recursive: true });
  });

  test('gives every caller the address of the services that it calls', () => {
    const services = all.filter(({ kind }) => kind === 'Service').map(({ metadata }) => `${metadata.name}:50051`);
    const called = all.flatMap(({ data = {} }) =>
      Object.entries(data).filter(([setting]) => setting.endsWith('_ADDRESS') && setting !== 'LISTEN_ADDRESS'),
    );
    expect(called.length).toBeGreaterThan(5);
    for (const [, address] of called) expect(services).toContain(address);
  });
});

withHelm('the chart', () => {
  test('keeps all but one pod of a service through a drain, and demands nothing of a single pod', async () => {
    const all = await manifests('values.yaml', ['services.catalog.replicas=1']);
    expect(named(all, 'PodDisruptionBudget', 'runs')).toMatchObject({ spec: { maxUnavailable: 1 } });
    expect(named(all, 'PodDisruptionBudget', 'catalog')).toBeUndefined();
  });

  test('makes no disruption budget and no service account when they are switched off', async () => {
    const all = await manifests('values.yaml', [
      'defaults.disruptionBudget.enabled=false',
      'defaults.serviceAccount.create=false',
    ]);
    expect(all.filter(({ kind }) => ['PodDisruptionBudget', 'ServiceAccount'].includes(kind))).toEqual([]);
    expect(new Set(podsOf(all).map(([, pod]) => pod.serviceAccountName))).toEqual(new Set(['default']));
  });

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
    const open = await manifests('values.yaml', ['networkPolicies.enabled=false']);
    expect(open.filter(({ kind }) => kind === 'NetworkPolicy')).toEqual([]);
  });

  test('has runners with a browser where its operator wants some', async () => {
    const all = await manifests('values.yaml', ['browserRunner.enabled=true']);
    const [[, pod]] = podsOf(all.filter(({ metadata }) => metadata.name === 'assay-browser-runner')) as [[string, Pod]];
    expect(pod).toMatchObject({
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'Unconfined' } },
      containers: [
        { args: ['runner/main.js'], image: expect.stringMatching(/^ghcr\.io\/assay\/assay-browser-runner:/) },
      ],
    });
    expect(filesOf(pod)).not.toContain('/secrets/mesh');
    expect(named(all, 'ConfigMap', 'browser-runner')!.data).toEqual(named(all, 'ConfigMap', 'runner')!.data);
    for (const service of ['diagnostics', 'environments', 'runs'])
      expect(named(all, 'ConfigMap', service)!.data).toMatchObject({ BROWSER_RUNNERS: 'true' });
    const rulesOf = (name: string) => named(all, 'NetworkPolicy', name)!.spec as unknown as NetworkRules;
    expect(rulesOf('browser-runner').egress).toEqual(rulesOf('runner').egress);
    expect(JSON.stringify(rulesOf('catalog').ingress)).toContain('"browser-runner"');
    expect(named(await manifests('values.yaml'), 'Deployment', 'browser-runner')).toBeUndefined();
  });

  test('keeps the secret of the mesh from runners', async () => {
    const pods = podsOf(await manifests('values.yaml'));
    const withMeshSecret = pods.filter(([, pod]) => filesOf(pod).includes('/secrets/mesh')).map(([name]) => name);
    expect(withMeshSecret).toEqual(expect.arrayContaining(['assay-gateway', 'assay-catalog']));
    expect(withMeshSecret).not.toContain('assay-runner');
  });

  test('leaves the number of pods to the autoscaler, or to the person who scales by hand', async () => {
    const unmanaged = 'services.gateway.replicas=unmanaged';
    const all = await manifests('values.yaml', [unmanaged, 'services.gateway.autoscaling.enabled=true']);
    expect(named(all, 'HorizontalPodAutoscaler', 'gateway')).toMatchObject({
      spec: { scaleTargetRef: { name: 'assay-gateway' }, metrics: [{ resource: { name: 'cpu' } }] },
    });
    const byHand = await manifests('values.yaml', [unmanaged]);
    for (const each of [all, byHand]) {
      expect(named(each, 'Deployment', 'gateway')!.spec!.replicas).toBeUndefined();
      expect(named(each, 'PodDisruptionBudget', 'gateway')).toBeDefined();
    }
  });

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

  test("ends failed migrations within helm's time-out, shows their log and keeps no pod", async () => {
    const job = named(await manifests('values.yaml'), 'Job', 'migrations')!;
    const { backoffLimit, activeDeadlineSeconds } = job.spec as unknown as Record<string, number>;
    // The pauses before tries are 10, 20, 40 … s; helm waits for 300 s.
    expect(10 * (2 ** backoffLimit! - 1)).toBeLessThan(activeDeadlineSeconds!);
    expect(activeDeadlineSeconds).toBeLessThan(300);
    expect(job).toMatchObject({
      metadata: {
        annotations: {
          'helm.sh/hook-delete-policy': expect.stringContaining('hook-failed'),
          'helm.sh/hook-output-log-policy': 'hook-failed',
        },
      },
      spec: { template: { spec: { containers: [{ terminationMessagePolicy: 'FallbackToLogsOnError' }] } } },
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

withHelm('the defaults of the chart', () => {
  /** The sum over all pods, with one more of each Deployment while they are replaced. */
  const atMost = (all: Manifest[], of: (manifest: Manifest) => number): number =>
    all
      .filter(({ kind }) => kind === 'Deployment')
      .reduce((sum, manifest) => sum + of(manifest) * (manifest.spec!.replicas! + 1), 0);

  test.each([
    ['values.yaml', 1_900],
    ['values-small.yaml', 1_000],
  ])('and %s ask for less than %d m of CPU, also while all pods are replaced', async (values, most) => {
    const requested = atMost(await manifests(values), ({ spec }) => {
      const [{ resources }] = spec!.template!.spec.containers as [
        Container & { resources: { requests: { cpu: string } } },
      ];
      return Number(/^(\d+)m$/.exec(resources.requests.cpu)![1]);
    });
    expect(requested).toBeLessThan(most);
  });

  test.each([
    ['values.yaml', 97],
    ['values-production.yaml', 247],
  ])('and %s open fewer than %d connections, also while all pods are replaced', async (values, most) => {
    const all = await manifests(values);
    const connections = atMost(all, ({ metadata }) => {
      const settings = named(all, 'ConfigMap', metadata.name.replace(/^assay-/, ''))!.data!;
      // One of each pod for notifications and two for events, and four of catalog beside its pool.
      const beside = metadata.name === 'assay-catalog' ? 3 + 4 : 3;
      return settings.DATABASE_URL_FILE ? Number(settings.DATABASE_POOL_SIZE) + beside : 0;
    });
    expect(connections).toBeLessThan(most);
  });

  test('let a new pod be ready for longer than answers of the name server live', async () => {
    for (const { spec } of (await manifests('values.yaml')).filter(({ kind }) => kind === 'Deployment'))
      expect(spec).toMatchObject({
        minReadySeconds: 35,
        strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      });
  });

  test('let a pod that leaves take requests for as long, and give it time to stop', async () => {
    const all = await manifests('values.yaml', ['nameAnswerSeconds=60']);
    for (const [name, { containers, terminationGracePeriodSeconds = 0 }] of podsOf(all)) {
      if (all.some(({ kind, metadata }) => kind === 'Job' && metadata.name === name)) continue;
      const isCalled = name !== 'assay-runner';
      expect(containers[0]).toMatchObject(isCalled ? { lifecycle: { preStop: { sleep: { seconds: 65 } } } } : {});
      expect(terminationGracePeriodSeconds).toBeGreaterThan(STOP_SECONDS + (isCalled ? 65 + STOP_DELAY_SECONDS : 0));
    }
  });
});
