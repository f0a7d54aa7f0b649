import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startCodeHost, type CodeHost } from '@assay/testkit/ci/code-host';
import { helpdeskServer, type HelpdeskServer } from '@assay/testkit/mcp-servers/helpdesk-server';
import type { Api } from '../../support/api.ts';
import { sharedInstallation, type SharedInstallation } from '../../support/shared-installation.ts';
import { makeCliTarball } from './cli-tarball.ts';
import type { ScriptEnv } from './script-step.ts';

/** A repository with a suite file, checked out by CI, and the project of the platform that its jobs use. */
export interface CiProject {
  installation: SharedInstallation;
  api: Api;
  /** The server that the suite is about. */
  helpdesk: HelpdeskServer;
  host: CodeHost;
  /** The checkout. */
  folder: string;
  /** The id of its commit. */
  commit: string;
  /** The command line, as a tarball of npm. */
  tarball: string;
  /** The variables that every job has. */
  env: ScriptEnv;
  /** Writes `suite.yaml`, in which `passing` of four cases expect what the server of release 1.4.2 says; release 1.5.0 breaks the first one. */
  writeSuite(passing: number): Promise<void>;
  stop(): Promise<void>;
}

/** Makes a project with an MCP server and the environment `staging`, and a repository with the recipes of `deploy/ci`. */
export async function openCiProject(): Promise<CiProject> {
  const [installation, helpdesk, host, root] = await Promise.all([
    sharedInstallation(),
    helpdeskServer(),
    startCodeHost(),
    mkdtemp(join(tmpdir(), 'assay-ci-')),
  ]);
  const { api } = installation;
  const serverId = await api.saveServer('helpdesk', helpdesk.url);
  const folder = join(root, 'checkout');
  const home = join(root, 'home');
  await Promise.all([mkdir(folder), mkdir(home)]);
  const writeSuite = (passing: number) => writeFile(join(folder, 'suite.yaml'), suiteFile(passing));
  await writeSuite(4);
  await attachEnvironment(api, serverId);
  const env = {
    PATH: process.env.PATH!,
    HOME: home,
    CI: 'true',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
    npm_config_cache: join(root, 'npm'),
    npm_config_prefix: join(root, 'global'),
    npm_config_update_notifier: 'false',
  };
  const commit = await commitAll(folder, home);
  return {
    installation,
    api,
    helpdesk,
    host,
    folder,
    commit,
    tarball: await makeCliTarball(root),
    env,
    writeSuite,
    async stop() {
      await Promise.all([helpdesk.stop(), host.stop()]);
      await rm(root, { recursive: true, force: true });
    },
  };
}

const CALLS: [tool: string, given: string, needle: string][] = [
  ['refund_order', '{ orderId: O-7811, amountCents: 1290 }', '1290 cents'],
  ['get_ticket', '{ id: T-1041 }', 'Refund has not arrived'],
  ['list_agents', '{}', 'ada'],
  ['order_status', '{ orderId: O-7781 }', 'in transit'],
];

/** The lines of `suite.yaml` at which its cases begin. */
export const CASE_LINES = [7, 12, 17, 22];

const suiteFile = (passing: number): string =>
  [
    'assay: 1',
    'id: helpdesk',
    'name: Helpdesk regression',
    'servers: [helpdesk]',
    'settings: { minimumAccuracy: 70 }',
    'cases:',
    ...CALLS.flatMap(([tool, given, needle], i) => [
      `  - id: ${tool}`,
      `    title: 'Asks ${tool}: <b>@everyone</b>, ::error::'`,
      '    steps:',
      `      - { id: call, kind: toolCall, serverName: helpdesk, toolName: ${tool}, arguments: ${given} }`,
      `      - { id: said, kind: assert, assertion: { type: toolResultContains, needle: ${i < passing ? needle : 'never said'} } }`,
    ]),
    '',
  ].join('\n');

/** Attaches the environment `staging` to the suite of the file, which a person does once. */
async function attachEnvironment({ assay, projectId }: Api, serverId: string): Promise<void> {
  const { id: hostId } = await assay.createClient({ projectId }, { name: 'Desktop', template: 'claude' });
  const { id: serverGroupId } = await assay.createServerGroup({ projectId }, { name: 'all', serverIds: [serverId] });
  const { id: serverAttachmentId } = await assay.snapshotServerGroup({ projectId, serverGroupId });
  const { id: environmentId } = await assay.createEnvironment(
    { projectId },
    { name: 'staging', hostId, serverAttachmentId },
  );
  const { suiteId } = await assay.importEvalSuiteFile({ projectId }, { content: suiteFile(4) });
  if (suiteId === undefined) throw new Error('the import wrote no suite');
  await assay.updateEvalSuite(
    { projectId, suiteId },
    { environmentIds: [environmentId] },
    { declaredSuiteId: 'helpdesk' },
  );
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
