import { renderChart } from '../render-chart.ts';
import { withHelm } from './with-helm.ts';

/** The names that Kubernetes takes for a Service and for a Job. */
const NAME = /^[a-z][-a-z0-9]{0,61}[a-z0-9]$/;

const longest = 'a'.repeat(50);

withHelm('the names of the chart', () => {
  test.each([
    ['a release', 'b'.repeat(44), ''],
    ['a value', 'assay', longest],
  ])('fit Services and Jobs when the name of %s is as long as can be', async (_, release, override) => {
    const text = await renderChart('values.yaml', [`fullnameOverride=${override}`], [], release);
    const names = [...text.matchAll(/^kind: (?:Service|Job)\nmetadata:\n {2}name: (.+)$/gm)].map(([, name]) => name!);
    expect(names.length).toBeGreaterThan(8);
    expect(names.filter((name) => !NAME.test(name))).toEqual([]);
  });

  test.each([
    ['a long release', 'b'.repeat(45), ''],
    ['a release with a digit first', '1team', ''],
    ['a release with a dot', 'team.a', ''],
    ['a long value', 'assay', `${longest}a`],
  ])('are refused before anything is made for %s', async (_, release, override) => {
    await expect(renderChart('values.yaml', [`fullnameOverride=${override}`], [], release)).rejects.toThrow(
      '\nfullnameOverride: Services cannot have names that begin with `',
    );
  });

  test('are free of the release where a value names them', async () => {
    await renderChart('values.yaml', ['fullnameOverride=evals'], [], '1team.a');
  });
});
