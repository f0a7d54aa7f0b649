import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot } from '../step.ts';
import { skaffoldFaults } from './check-skaffold.ts';

const ours = await readFile(join(repositoryRoot, 'skaffold.yaml'), 'utf8');

test('our skaffold.yaml has no fault', () => {
  expect(skaffoldFaults(ours, repositoryRoot)).toEqual([]);
});

test.each([
  ['an unknown field', 'chartPath: deploy/chart', 'chart: x', 'document 2/deploy/helm/releases/0: unknown field chart'],
  ['a field at a wrong place', 'metadata:\n  name: assay', 'name: assay', 'document 2: unknown field name'],
  ['a wrong type', 'push: false', "push: 'no'", 'document 2/build/local/push: must be boolean'],
  ['a list that is a text', '[deploy/dev/postgres.yaml]', 'x', 'document 1/manifests/rawYaml: must be array'],
  [
    'another version',
    'apiVersion: skaffold/v4beta13',
    'apiVersion: skaffold/v2',
    'document 1/apiVersion: must be equal to constant',
  ],
  ['a file that is not there', 'values-dev.yaml', 'values-gone.yaml', 'there is no deploy/chart/values-gone.yaml'],
  ['a configuration that is not there', 'configs: [postgres]', 'configs: [redis]', 'there is no configuration redis'],
  ['an image that is not built', 'IMAGE_TAG_assay', 'IMAGE_TAG_other', 'there is no artifact for IMAGE_…_other'],
  ['a line that is no YAML', 'kind: Config', 'kind: [', expect.stringMatching(/flow sequence|Flow sequence/i)],
])('%s is a fault of a skaffold.yaml', (_, text, broken, fault) => {
  expect(ours).toContain(text);
  expect(skaffoldFaults(ours.replace(text, broken), repositoryRoot)).toContainEqual(fault);
});
