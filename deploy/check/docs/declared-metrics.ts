import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { isMetric, type AnyMetric } from '@assay/kit/telemetry/metric';
import { prometheusName } from '@assay/kit/telemetry/prometheus-name';
import { repositoryRoot } from '../step.ts';

/** A metric that the code declares. */
export interface DeclaredMetric {
  /** The service or package of the file `metrics.ts`. */
  room: string;
  metric: AnyMetric;
  /** Its name for Prometheus. */
  prometheus: string;
}

/** Every metric of the files `metrics.ts`, by room and name. */
export async function declaredMetrics(): Promise<DeclaredMetric[]> {
  const files = await Array.fromAsync(
    glob('{gateway,{packages,services}/*}/src/**/metrics.ts', { cwd: repositoryRoot }),
  );
  const found: DeclaredMetric[] = [];
  for (const file of files) {
    const [first, second] = file.split('/');
    const room = first === 'gateway' ? first : second!;
    const exported = (await import(join(repositoryRoot, file))) as Record<string, unknown>;
    for (const metric of Object.values(exported).filter(isMetric))
      found.push({ room, metric, prometheus: prometheusName(metric) });
  }
  return found.sort((a, b) => a.room.localeCompare(b.room) || a.prometheus.localeCompare(b.prometheus));
}
