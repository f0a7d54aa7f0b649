import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lintChart, renderChart, valuesFiles } from '../chart.ts';
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
import { kubeconform, missingTools, kubernetesSchemas, type KubernetesSchemas } from '../tools.ts';

/**
 * Lints the chart with every values file, renders it, and validates each manifest against the schemas of Kubernetes'
 * API.
 */
export const chartStep: CheckStep = {
  name: 'chart',
  run: async () => {
    const missing = missingTools();
    if (missing.length) return skippedOutcome(`install with Go: npm run install-tools (${missing.join(', ')} missing)`);
    const outcomes: StepOutcome[] = [];
    for (const values of await valuesFiles()) {
      outcomes.push(await check(`lint ${values}`, () => lintChart(values)));
      for (const schema of kubernetesSchemas)
        outcomes.push(await check(values, async () => conform(await renderChart(values, [], schema.version), schema)));
    }
    for await (const file of glob('deploy/dev/*.yaml', { cwd: repositoryRoot })) {
      for (const schema of kubernetesSchemas)
        outcomes.push(
          await check(file, async () => conform(await readFile(join(repositoryRoot, file), 'utf8'), schema)),
        );
    }
    return sumOutcomes(outcomes);
  },
};

async function conform(manifests: string, { version, folder }: KubernetesSchemas): Promise<void> {
  const location = join(folder, '{{ .ResourceKind }}{{ .KindSuffix }}.json');
  const { ok, output } = await runProgram(kubeconform.program, ['-strict', '-schema-location', location], {
    input: manifests,
  });
  if (!ok) throw new Error(`Kubernetes ${version}: ${output}`);
}

const check = (name: string, work: () => Promise<void>): Promise<StepOutcome> =>
  work().then(
    () => passedOutcome,
    (error: Error) => failedOutcome(`${name}: ${error.message}`),
  );
