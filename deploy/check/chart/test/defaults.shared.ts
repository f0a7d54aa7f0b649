import { deploymentsOf } from './deployments.ts';
import { manifests, named, podsOf, type Container, type Manifest } from './rendered-manifests.ts';
import { withHelm } from './with-helm.ts';

/** The longest stop of a process, and the time that a service or the gateway takes requests before it, in seconds. */
const [STOP_SECONDS, STOP_DELAY_SECONDS] = [25, 5];

withHelm('the defaults of the chart', () => {
  /** The sum over all pods, with the further ones of each Deployment while they are replaced. */
  const atMost = (all: Manifest[], of: (manifest: Manifest) => number): number =>
    deploymentsOf(all).reduce((sum, { manifest, pods, further }) => sum + of(manifest) * (pods + further), 0);

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
    for (const { manifest, further } of deploymentsOf(await manifests('values.yaml'))) {
      const isCalled = manifest.metadata.name !== 'assay-runner';
      expect(manifest.spec).toMatchObject({
        minReadySeconds: isCalled ? 35 : 5,
        strategy: { rollingUpdate: { maxUnavailable: 0 } },
      });
      expect(further).toBe(1);
    }
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
