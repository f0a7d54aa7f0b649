import { glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { chartSections, exampleFile } from '../chart/chart-values.ts';
import { printedFiles } from '../chart/printed-files.ts';
import { lintChart, renderChart, valuesFiles } from '../chart/render-chart.ts';
import {
  failedOutcome,
  passedOutcome,
  repositoryRoot,
  runProgram,
  skippedOutcome,
  sumOutcomes,
  type StepOutcome,
  type CheckStep,
} from '../step.ts';
import {
  chartCustomResources,
  kubeconform,
  kubernetesSchemas,
  missingTools,
  type KubernetesSchemas,
} from '../tools.ts';

/**
 * Lints the chart, renders it with every values file and with the example of each value, and validates each manifest
 * against the schemas of Kubernetes' API and of the custom resources.
 */
export const chartStep: CheckStep = {
  name: 'chart',
  run: async () => {
    const missing = missingTools();
    if (missing.length) return skippedOutcome(`install with Go: npm run install-tools (${missing.join(', ')} missing)`);
    const folder = await mkdtemp(join(tmpdir(), 'assay-chart-'));
    const examples = join(folder, 'example-values.yaml');
    await writeFile(examples, exampleFile((await chartSections()).flatMap((section) => section.values)));

    const outcomes = [
      await check('files that are printed', assertFilesArePrinted),
      await check('lint', () => lintChart('values.yaml')),
    ];
    const files = await Array.fromAsync(glob('deploy/dev/*.yaml', { cwd: repositoryRoot }), (file) =>
      join(repositoryRoot, file),
    );
    for (const values of [...(await valuesFiles()), examples]) {
      const file = join(folder, `with-${basename(values)}`);
      outcomes.push(await check(values, async () => writeFile(file, await renderChart(values))));
      files.push(file);
    }
    for (const schemas of kubernetesSchemas)
      outcomes.push(await check(`Kubernetes ${schemas.version}`, () => conform(files, schemas)));
    await rm(folder, { recursive: true });
    return sumOutcomes(outcomes);
  },
};

async function assertFilesArePrinted(): Promise<void> {
  for (const { path, text } of await printedFiles())
    if (text !== (await readFile(path, 'utf8'))) throw new Error(`${path} is stale. Run: npm run chart`);
}

async function conform(files: string[], { folder }: KubernetesSchemas): Promise<void> {
  const locations = [folder, ...chartCustomResources.map((each) => each.folder)].flatMap((each) => [
    '-schema-location',
    join(each, '{{ .ResourceKind }}{{ .KindSuffix }}.json'),
  ]);
  const { ok, output } = await runProgram(kubeconform.program, ['-strict', ...locations, ...files]);
  if (!ok) throw new Error(output);
}

const check = (name: string, work: () => Promise<void>): Promise<StepOutcome> =>
  work().then(
    () => passedOutcome,
    (error: Error) => failedOutcome(`${name}: ${error.message}`),
  );
