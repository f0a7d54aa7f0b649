import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { isMetric, type AnyMetric } from '@assay/kit/telemetry/metric';
import { repositoryRoot } from '../step.ts';

const UNIT_SUFFIXES: Record<string, string> = { s: '_seconds', By: '_bytes', '1': '_ratio' };
const underscores = (name: string) => name.replaceAll('.', '_');

/** The series of a metric in Prometheus, without labels. */
function seriesOf({ kind, facts: { name, unit } }: AnyMetric): string[] {
  const suffix = UNIT_SUFFIXES[unit] ?? '';
  const base = underscores(name);
  const series = base.endsWith(suffix) ? base : `${base}${suffix}`;
  if (kind === 'histogram') return ['bucket', 'sum', 'count'].map((part) => `${series}_${part}`);
  return [kind === 'counter' ? `${series}_total` : series];
}

/** The names of all series that our processes serve, each with the names of its labels, as the files `metrics.ts` declare them. */
export async function declaredSeries(): Promise<Map<string, string[]>> {
  const files = glob('{gateway,packages/*,services/*}/src/**/metrics.ts', { cwd: repositoryRoot });
  const modules = await Array.fromAsync(
    files,
    async (path) => (await import(join(repositoryRoot, path))) as Record<string, unknown>,
  );
  const found = modules.flatMap((module) => Object.values(module).filter(isMetric));
  return new Map(
    found.flatMap((metric) =>
      seriesOf(metric).map((series) => [
        series,
        [...metric.facts.labels.map(underscores), ...(metric.kind === 'histogram' ? ['le'] : [])],
      ]),
    ),
  );
}
