import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serviceNames } from '@assay/contract/services';
import { repositoryRoot } from '../step.ts';
import { composeReader } from '../tools.ts';

/** The fields of a project that are read here. */
interface ComposeProject {
  services: Record<string, { environment: Record<string, string>; ports?: { host_ip?: string }[] }>;
}

const ours = await readFile(join(repositoryRoot, 'deploy/compose/compose.yaml'), 'utf8');
// Without Go there is no reader, and these tests are counted as skipped.
const withReader = existsSync(composeReader.program) ? describe : describe.skip;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-compose-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Reads a compose file, beside files of settings, with these profiles. Rejects with the fault that the library finds. */
async function project(
  text: string,
  profiles: string[] = [],
  files: Record<string, string> = {},
): Promise<ComposeProject> {
  await writeFile(join(folder, 'compose.yaml'), text);
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  // Settings of this machine must not decide what is read.
  const { stdout } = await promisify(execFile)(composeReader.program, ['compose.yaml', ...profiles], {
    cwd: folder,
    env: {},
  });
  return JSON.parse(stdout) as ComposeProject;
}

withReader('the compose file', () => {
  const stores = ['kafka', 'postgres'];
  const processes = [...serviceNames, 'gateway', 'migrations', 'runner'];

  test.each([
    ['no profile', [], stores],
    ['the profile assay', ['assay'], [...stores, ...processes]],
    ['both profiles', ['assay', 'browser'], [...stores, ...processes, 'browser-runner']],
  ])('starts what its head says with %s', async (_, profiles, names) => {
    const { services } = await project(ours, profiles);
    expect(Object.keys(services).sort()).toEqual(names.toSorted());
  });

  test('gives settings.env to every process, and runner.env to runners alone', async () => {
    const files = {
      'settings.env': 'MAX_BODY_BYTES=1\nKAFKA_BROKERS=elsewhere:1\n',
      'runner.env': 'OPENAI_API_KEY=k\n',
    };
    const { services } = await project(ours, ['assay', 'browser'], files);
    const having = (name: string) =>
      Object.keys(services)
        .filter((service) => name in (services[service]!.environment ?? {}))
        .sort();
    expect(having('MAX_BODY_BYTES')).toEqual([...processes, 'browser-runner'].sort());
    expect(having('OPENAI_API_KEY')).toEqual(['browser-runner', 'runner']);
    // The settings of the compose file win.
    expect(services['runs']!.environment['KAFKA_BROKERS']).toBe('kafka:19092');
  });

  test('opens ports on this machine alone', async () => {
    const { services } = await project(ours, ['assay', 'browser']);
    const open = Object.values(services).flatMap(({ ports = [] }) => ports.map(({ host_ip: address }) => address));
    expect(new Set(open)).toEqual(new Set(['127.0.0.1']));
  });

  test.each([
    ['an unknown field', 'read_only: true', 'readonly: true', /readonly/],
    ['a wrong type', 'mem_limit: 4gb', 'mem_limit: [4]', /mem_limit/],
    ['a dependency that is not there', 'kafka: { condition', 'kafak: { condition', /kafak/],
    ['a dependency of another profile', 'command: [migrate/main.js]', 'profiles: [other]', /migrations/],
    ['a volume that is not declared', "volumes: ['kafka:", "volumes: ['kaffa:", /kaffa/],
  ])('with %s is refused', async (_, text, broken, fault) => {
    expect(ours).toContain(text);
    await expect(project(ours.replace(text, broken), ['assay'])).rejects.toThrow(fault);
  });
});
