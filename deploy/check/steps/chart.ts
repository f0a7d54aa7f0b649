import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lint, render, valuesFiles } from '../chart.ts';
import { failed, passed, root, run, skipped, sum, type Outcome, type Step } from '../step.ts';
import { kubeconform, missingTools, schemas, type Schemas } from '../tools.ts';

/**
 * Lints the chart with every values file, renders it, and validates each manifest against the schemas of Kubernetes'
 * API.
 */
export const chart: Step = {
  name: 'chart',
  run: async () => {
    const missing = missingTools();
    if (missing.length)
      return skipped(`install with Go: node deploy/check/install-tools.ts (${missing.join(', ')} missing)`);
    const outcomes: Outcome[] = [];
    for (const values of await valuesFiles()) {
      outcomes.push(await check(`lint ${values}`, () => lint(values)));
      for (const schema of schemas)
        outcomes.push(await check(values, async () => conform(await render(values, [], schema.version), schema)));
    }
    for await (const file of glob('deploy/dev/*.yaml', { cwd: root })) {
      for (const schema of schemas)
        outcomes.push(await check(file, async () => conform(await readFile(join(root, file), 'utf8'), schema)));
    }
    return sum(outcomes);
  },
};

async function conform(manifests: string, { version, folder }: Schemas): Promise<void> {
  const location = join(folder, '{{ .ResourceKind }}{{ .KindSuffix }}.json');
  const { ok, output } = await run(kubeconform.program, ['-strict', '-schema-location', location], manifests);
  if (!ok) throw new Error(`Kubernetes ${version}: ${output}`);
}

const check = (name: string, work: () => Promise<void>): Promise<Outcome> =>
  work().then(
    () => passed,
    (error: Error) => failed(`${name}: ${error.message}`),
  );
