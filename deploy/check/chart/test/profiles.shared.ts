import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { busSchema, serviceSchemas } from '@assay/database/schemas';
import { MESH_CERTIFICATE } from '@assay/testkit/certificates/mesh-certificates';
import { valuesFiles } from '../render-chart.ts';
import { filesOf, manifests, named, podsOf, type Manifest, type Pod } from './rendered-manifests.ts';
import { withHelm } from './with-helm.ts';

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
    // The Service for runners outside of the cluster is of the gateway's pods.
    const services = all
      .filter(({ kind, metadata }) => kind === 'Service' && metadata.name !== 'assay-runner-edge')
      .map(({ metadata }) => metadata.name);
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
