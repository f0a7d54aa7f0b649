import { execFile } from 'node:child_process';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { helm, kubernetesSchemas } from './tools.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const chart = join(root, 'deploy/chart');

/** Every set of values that the checks render: the defaults and the examples beside them. */
export const valuesFiles = async (): Promise<string[]> =>
  (await Array.fromAsync(glob('values*.yaml', { cwd: chart }))).sort();

/** The manifests that helm would send to a cluster of that version. Rejects with helm's message when it refuses. */
export async function renderChart(
  values: string,
  settings: string[] = [],
  kubeVersion = kubernetesSchemas.at(-1)!.version,
): Promise<string> {
  const set = settings.flatMap((setting) => ['--set', setting]);
  const { stdout } = await run(
    helm.program,
    ['template', 'assay', chart, '--kube-version', kubeVersion, '--values', join(chart, values), ...set],
    { maxBuffer: 1 << 24 },
  );
  return stdout;
}

export async function lintChart(values: string): Promise<void> {
  await run(helm.program, [
    'lint',
    chart,
    '--strict',
    '--kube-version',
    kubernetesSchemas.at(-1)!.version,
    '--values',
    join(chart, values),
  ]);
}
