import { manifests, named } from './rendered-manifests.ts';
import { withHelm } from './with-helm.ts';

const DIGEST = `sha256:${'1'.repeat(64)}`;

withHelm('pods of the chart', () => {
  test.each(['image', 'defaults.image', 'services.runner.image'])(
    'have the digest of %s with its own repository alone',
    async (path) => {
      const all = await manifests('values.yaml', ['browserRunner.enabled=true', `${path}.digest=${DIGEST}`]);
      const imageOf = (name: string) => podOf(all, 'Deployment', name).containers[0]!.image;
      expect(imageOf('runner')).toBe(`ghcr.io/assay/assay@${DIGEST}`);
      expect(imageOf('browser-runner')).toMatch(/\/assay-browser-runner:[\d.]+$/);
    },
  );

  test('have the sidecars of the defaults, unless they are of a job, which would never end', async () => {
    const all = await manifests('values.yaml', [
      'defaults.sidecars[0].name=ship',
      'migrations.sidecars[0].name=short',
      'defaults.initContainers[0].name=native',
      'defaults.initContainers[0].restartPolicy=Always',
    ]);
    const namesOf = (kind: string, name: string) =>
      podOf(all, kind, name).containers.map((container) => container.name);
    expect(namesOf('Deployment', 'gateway')).toEqual(['gateway', 'ship']);
    expect(namesOf('Job', 'test')).toEqual(['test']);
    expect(namesOf('Job', 'migrations')).toEqual(['migrations', 'short']);
    expect(podOf(all, 'Job', 'test').initContainers).toEqual([{ name: 'native', restartPolicy: 'Always' }]);
  });

  test('select nodes by texts', async () => {
    const all = await manifests('values.yaml', ['defaults.nodeSelector.gpu=true', 'defaults.nodeSelector.gen=3']);
    expect(podOf(all, 'Deployment', 'runner').nodeSelector).toEqual({ gpu: 'true', gen: '3' });
    expect(podOf(all, 'Job', 'migrations').nodeSelector).toEqual({ gpu: 'true', gen: '3' });
  });

  test('are spread by the labels of their workload, or by the selector of the value alone', async () => {
    const constraint = 'defaults.topologySpreadConstraints[0]';
    const settings = [`${constraint}.topologyKey=zone`];
    const own = [...settings, `${constraint}.labelSelector.matchLabels.team=evals`];
    const selectorIn = async (given: string[]) =>
      podOf(await manifests('values.yaml', given), 'Deployment', 'runner').topologySpreadConstraints![0]!.labelSelector;
    expect(await selectorIn(settings)).toMatchObject({ matchLabels: { 'app.kubernetes.io/name': 'runner' } });
    expect(await selectorIn(own)).toEqual({ matchLabels: { team: 'evals' } });
  });

  test('with a browser have no seccomp profile beside Unconfined when the defaults name one', async () => {
    const profile = 'defaults.podSecurityContext.seccompProfile';
    const all = await manifests('values.yaml', [
      'browserRunner.enabled=true',
      `${profile}.type=Localhost`,
      `${profile}.localhostProfile=assay.json`,
    ]);
    const profileOf = (name: string) => podOf(all, 'Deployment', name).securityContext.seccompProfile;
    expect(profileOf('runner')).toEqual({ type: 'Localhost', localhostProfile: 'assay.json' });
    expect(profileOf('browser-runner')).toEqual({ type: 'Unconfined' });
  });
});

const podOf = (all: Parameters<typeof named>[0], kind: string, name: string) =>
  named(all, kind, name)!.spec!.template!.spec;
