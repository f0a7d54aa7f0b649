import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot } from '../../step.ts';
import { manifests, named, podsOf, type NetworkRules } from './rendered-manifests.ts';
import { withHelm } from './with-helm.ts';

const page = (path: string) => readFile(join(repositoryRoot, 'docs', path), 'utf8');

withHelm('the commands of the docs', () => {
  test('name the image of runners that is pulled then', async () => {
    const text = await page('operations/sandbox-images.md');
    const settings = [...text.matchAll(/--set (services\.runner\.image\.\S+)/g)].map(([, setting]) => setting!);
    const [, image] = /your own image `(.+?)`/.exec(text)!;
    const [, pod] = podsOf(await manifests('values.yaml', settings)).find(([name]) => name === 'assay-runner')!;
    expect(pod.containers[0]).toMatchObject({ image });
  });

  test.each([
    ['psql', 'operations.md', /kubectl run psql .*--labels=(\S+)=(\S+)/],
    ['rekey', 'operations/security.md', /metadata: \{ labels: \{ (\S+): (\S+) \} \}/],
  ])('start %s with the label that the policy of Postgres admits', async (_, path, pattern) => {
    const [, label, release] = pattern.exec(await page(path))!;
    const all = await manifests('values.yaml', ['networkPolicies.postgresLabels.app=postgres']);
    const { ingress } = named(all, 'NetworkPolicy', 'postgres')!.spec as unknown as NetworkRules;
    expect(ingress[0]!.from).toContainEqual({ podSelector: { matchLabels: { [label!]: release } } });
  });
});
