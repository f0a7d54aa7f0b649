import { execFile } from 'node:child_process';
import { glob } from 'node:fs/promises';
import { promisify } from 'node:util';
import { helm, kubernetesSchemas } from '../tools.ts';
import { chartFolder } from './chart-values.ts';

const run = promisify(execFile);

/** Every set of values that the checks render: the defaults, and the profiles and examples beside them. */
export const valuesFiles = async (): Promise<string[]> =>
  (await Array.fromAsync(glob('values*.yaml', { cwd: chartFolder }))).sort();

/** APIs of operators that the values may ask for. */
const OPERATOR_APIS = ['keda.sh/v1alpha1', 'monitoring.coreos.com/v1'];

/** The oldest version of Kubernetes that the chart is for; what is rendered does not depend on it. */
const kubeVersion = kubernetesSchemas[0]!.version;

/**
 * The manifests that helm would send to a cluster with these APIs. `values` is the path of a file, from the chart's
 * folder. Rejects with helm's message when it refuses.
 */
export async function renderChart(
  values: string,
  settings: string[] = [],
  apis = OPERATOR_APIS,
  release = 'assay',
): Promise<string> {
  const set = settings.flatMap((setting) => ['--set', setting]);
  const cluster = ['--kube-version', kubeVersion, ...apis.flatMap((api) => ['--api-versions', api])];
  const { stdout } = await run(helm.program, ['template', release, '.', ...cluster, '--values', values, ...set], {
    cwd: chartFolder,
    maxBuffer: 1 << 24,
  });
  return stdout;
}

/** The notes that helm prints after an installation. */
export async function chartNotes(settings: string[]): Promise<string> {
  const set = settings.flatMap((setting) => ['--set', setting]);
  const { stdout } = await run(helm.program, ['install', 'assay', '.', '--dry-run=client', ...set], {
    cwd: chartFolder,
    maxBuffer: 1 << 24,
  });
  return stdout.split('\nNOTES:\n')[1]!;
}

export async function lintChart(values: string): Promise<void> {
  await run(
    helm.program,
    ['lint', '.', '--strict', '--kube-version', kubeVersion, '--values', values, '--set', 'checkApis=false'],
    {
      cwd: chartFolder,
    },
  );
}
