import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { declaredSettings } from '../docs/declared-settings.ts';
import { chartFolder } from './chart-values.ts';

/** The values for secrets that secret-files.yaml does not list. */
const VALUES: Record<string, string> = {
  ASSAY_INIT_API_KEY: 'init.apiKey',
  ASSAY_INIT_OWNER_EMAIL: 'init.ownerEmail',
  ASSAY_INIT_OWNER_PASSWORD: 'init.ownerPassword',
  DIRECT_DATABASE_URL: 'secrets.directDatabase',
  KAFKA_SASL_PASSWORD: 'kafka.sasl.password',
  KAFKA_TLS_KEY: 'kafka.tls.secret',
  // A variable of OpenTelemetry's.
  OTEL_EXPORTER_OTLP_HEADERS: 'secrets.telemetryHeaders',
  RUNNER_TLS_KEY: 'runnerEdge.tlsSecret',
};

/** A setting of an outside runner, which no value names. */
const NO_VALUE = 'extraEnv with a secretKeyRef';

/** The file of the chart with each setting that `env` refuses because it is a secret, and the value to use instead. */
export async function refusedSettings(): Promise<{ path: string; text: string }> {
  const files = parse(await readFile(join(chartFolder, 'secret-files.yaml'), 'utf8')) as Record<string, string>[];
  const values = { ...VALUES, ...Object.fromEntries(files.map(({ setting, value }) => [setting!, value!])) };
  const secrets = (await declaredSettings()).filter(({ facts }) => facts.isSecret).map(({ name }) => name);
  const valueOf = (name: string): string =>
    values[name] ?? (name.endsWith('DATABASE_URL') ? 'secrets.database' : NO_VALUE);
  const names = [...new Set([...Object.keys(VALUES), ...secrets])].sort();
  const text = stringify(Object.fromEntries(names.map((name) => [name, valueOf(name)])));
  return {
    path: join(chartFolder, 'refused-settings.yaml'),
    text: `# Printed by npm run chart: the settings that are declared as secrets, and the value that holds each.\n${text}`,
  };
}
