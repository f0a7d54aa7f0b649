import { filesOf, manifests, named, podsOf, type NetworkRules, type Pod } from './rendered-manifests.ts';
import { withHelm } from './with-helm.ts';

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
});
