import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startCodeHost, type CodeHost } from '@assay/testkit/ci/code-host';
import { startEverythingServer } from '@assay/testkit/mcp-servers/everything-server';
import type { Api } from '../../support/api.ts';
import { sharedInstallation, type SharedInstallation } from '../../support/shared-installation.ts';
import { makeCliTarball } from './cli-tarball.ts';
import type { ScriptEnv } from './script-step.ts';

/** A repository with a suite file, checked out by CI, and the project of the platform that its jobs use. */
export interface CiProject {
  installation: SharedInstallation;
  api: Api;
  host: CodeHost;
  /** The checkout. */
  folder: string;
  /** The id of its commit. */
  commit: string;
  /** The command line, as a tarball of npm. */
  tarball: string;
  /** The variables that every job has. */
  env: ScriptEnv;
  /** Writes `suite.yaml`, in which `passing` of four trials find what they expect. */
  writeSuite(passing: number): Promise<void>;
  stop(): Promise<void>;
}

/** Makes a project with an MCP server and the environment `staging`, and a repository with the recipes of `deploy/ci`. */
export async function openCiProject(): Promise<CiProject> {
  const [installation, everything, host, root] = await Promise.all([
    sharedInstallation(),
    startEverythingServer({ transport: 'streamableHttp' }),
    startCodeHost(),
    mkdtemp(join(tmpdir(), 'assay-ci-')),
  ]);
  const { api } = installation;
  const serverId = await api.saveServer('everything', everything.url);
  await makeEnvironment(api, serverId);
  const folder = join(root, 'checkout');
  const home = join(root, 'home');
  await Promise.all([mkdir(folder), mkdir(home)]);
  const writeSuite = (passing: number) => writeFile(join(folder, 'suite.yaml'), suiteFile(passing));
  await writeSuite(4);
  const env = {
    PATH: process.env.PATH!,
    HOME: home,
    CI: 'true',
    npm_config_cache: join(root, 'npm'),
    npm_config_prefix: join(root, 'global'),
    npm_config_update_notifier: 'false',
  };
  const commit = await commitAll(folder, home);
  return {
    installation,
    api,
    host,
    folder,
    commit,
    tarball: await makeCliTarball(root),
    env,
    writeSuite,
    async stop() {
      await Promise.all([everything.stop(), host.stop()]);
      await rm(root, { recursive: true, force: true });
    },
  };
}

const CASES = ['one', 'two', 'three', 'four'];

const suiteFile = (passing: number): string =>
  [
    'assay: 1',
    'id: helpdesk',
    'name: Helpdesk regression',
    'servers: [everything]',
    'settings: { minimumAccuracy: 40 }',
    'cases:',
    ...CASES.flatMap((id, i) => [
      `  - id: ${id}`,
      `    title: 'Says ${id}: <b>@everyone</b>, ::error::'`,
      '    steps:',
      `      - { id: call, kind: toolCall, serverName: everything, toolName: echo, arguments: { message: ${i < passing ? id : 'nothing'} } }`,
      `      - { id: said, kind: assert, assertion: { type: toolResultContains, needle: 'Echo: ${id}' } }`,
    ]),
    '',
  ].join('\n');

async function makeEnvironment({ assay, projectId }: Api, serverId: string): Promise<void> {
  const { id: hostId } = await assay.createClient({ projectId }, { name: 'Desktop', template: 'claude' });
  const { id: serverGroupId } = await assay.createServerGroup({ projectId }, { name: 'all', serverIds: [serverId] });
  const { id: serverAttachmentId } = await assay.snapshotServerGroup({ projectId, serverGroupId });
  await assay.createEnvironment({ projectId }, { name: 'staging', hostId, serverAttachmentId });
}

async function commitAll(folder: string, home: string): Promise<string> {
  const git = async (...args: string[]) =>
    (
      await promisify(execFile)('git', args, { cwd: folder, env: { PATH: process.env.PATH, HOME: home } })
    ).stdout.trim();
  await git('init', '-q', '-b', 'main');
  await git('add', '.');
  await git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '-q', '-m', 'Refund in cents');
  return git('rev-parse', 'HEAD');
}
