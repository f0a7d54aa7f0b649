import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addressSetting, serviceNames, services } from '@assay/contract/services';
import { repositoryRoot } from './step.ts';

/** A file with parts that are generated from the table of services. */
interface ServiceFile {
  path: string;
  text: string;
}

const PORT = 50051;
const databaseUrl = (user: string) => `postgres://${user}:development@postgres/assay`;
const kept = serviceNames.filter((name) => services[name].hasDatabase);
const list = (names: readonly string[]) => `[${names.join(', ')}]`;

/** The properties of each process for the chart; the values only tune them. */
function chartServices(): string {
  const entries = serviceNames.map((name) => {
    const { calls, hasDatabase, needs } = services[name];
    return [name, 'grpc', calls, [...(hasDatabase ? ['database', 'bus'] : []), ...needs]] as const;
  });
  const all = [
    ['gateway', 'http', serviceNames, []] as const,
    ...entries,
    ['runner', 'none', serviceNames, ['keyEncryption', 'models', 'gateway', 'outward', 'scratch']] as const,
  ];
  return [
    '# Generated from packages/contract/src/services.ts by `npm run services`.',
    '# protocol: http, grpc, or none for a process without clients.',
    '# calls: the services that it calls.',
    '# needs: settings and volumes besides the mesh secret; scratch is a writable /tmp, gateway requests to',
    '# the installation itself, outward connections to elsewhere.',
    ...all.flatMap(([name, protocol, calls, needs]) => [
      `${name}:`,
      `  protocol: ${protocol}`,
      `  calls: ${list(calls)}`,
      `  needs: ${list(needs)}`,
    ]),
    '',
  ].join('\n');
}

/**
 * The parts of compose.yaml that name services. Further settings of a service stand under the anchor `<name>-settings`.
 */
const composeParts = (compose: string): Record<string, string[]> => ({
  addresses: serviceNames.map((name) => `  ${addressSetting(name)}: ${name}:${PORT}`),
  'database urls': kept.map((name) => `      ${name.toUpperCase()}_DATABASE_URL: ${databaseUrl(name)}`),
  services: serviceNames.flatMap((name, i) => composeService(name, compose.includes(`&${name}-settings`), i > 0)),
  'calls of the gateway': [`    depends_on: ${list(serviceNames)}`],
});

function composeService(name: keyof typeof services, hasSettings: boolean, isLater: boolean): string[] {
  const { hasDatabase, needs } = services[name];
  const merged = [
    '*settings',
    ...((needs as readonly string[]).includes('keyEncryption') ? ['*key-encryption'] : []),
    ...(hasSettings ? [`*${name}-settings`] : []),
  ];
  return [
    ...(isLater ? [''] : []),
    `  ${name}:`,
    '    <<: *assay',
    `    command: [${name}/main.js]`,
    '    environment:',
    `      <<: ${merged.length > 1 ? list(merged) : merged[0]}`,
    ...(hasDatabase ? [`      DATABASE_URL: ${databaseUrl(name)}`] : []),
    '    depends_on: *after-migrations',
  ];
}

const secretParts = { databases: kept.map((name) => `  ${name}: ${databaseUrl(name)}`) };

/** Replaces the lines between `# npm run services: <part>` and `# end of <part>`. */
function withParts({ path, text }: ServiceFile, parts: Record<string, string[]>): ServiceFile {
  for (const [part, lines] of Object.entries(parts)) {
    const [before, after] = [`# npm run services: ${part}\n`, `# end of ${part}\n`];
    const [start, end] = [text.indexOf(before), text.indexOf(after)];
    if (start < 0 || end < start) throw new Error(`${path} lacks the lines "${before.trim()}" and "${after.trim()}".`);
    const indent = text.slice(text.lastIndexOf('\n', end) + 1, end);
    text = `${text.slice(0, start + before.length)}${lines.join('\n')}\n${indent}${text.slice(end)}`;
  }
  return { path, text };
}

/** Every such file, with its generated text. */
export async function serviceFiles(): Promise<ServiceFile[]> {
  const read = async (path: string) => ({ path, text: await readFile(join(repositoryRoot, path), 'utf8') });
  const [compose, secret] = await Promise.all([read('deploy/compose/compose.yaml'), read('deploy/dev/postgres.yaml')]);
  return [
    { path: 'deploy/chart/services.yaml', text: chartServices() },
    withParts(compose, composeParts(compose.text)),
    withParts(secret, secretParts),
  ];
}

if (import.meta.main)
  for (const { path, text } of await serviceFiles()) await writeFile(join(repositoryRoot, path), text);
