import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@assay/sdk';
import { listenLocally } from '@assay/testkit/listen';
import { waitUntil } from '@assay/testkit/until';
import type { RunWatcher } from '../../../../packages/cli/src/runs/wait-for-run.ts';
import { waitForRun } from '../../../../packages/cli/src/runs/wait-for-run.ts';
import { runInProcess, type Ended } from '../../../../packages/cli/test/support/command.ts';
import { assertStep, toolCall, type Api } from '../support/api.ts';
import { helpdeskFile, seedHelpdesk, type SeededHelpdesk } from '../support/helpdesk.ts';
import { startHoldingServer, type HoldingServer } from '../support/holding-server.ts';
import { sharedInstallation, type SharedInstallation } from '../support/shared-installation.ts';

/** A gate whose rules the second release breaks. */
const GATE = 'minimumPassRate: 0.9\nmaximumP95LatencyMs: 60000\nnoDeterministicRegressions: true\n';
const SUITE = 'Helpdesk regression';

let installation: SharedInstallation;
let api: Api;
let helpdesk: SeededHelpdesk;
let holding: HoldingServer;
let folder: string;
beforeAll(async () => {
  installation = await sharedInstallation();
  ({ api } = installation);
  [helpdesk, holding] = await Promise.all([seedHelpdesk(api), startHoldingServer()]);
  folder = await mkdtemp(join(tmpdir(), 'assay-runs-'));
  await copyFile(helpdeskFile, join(folder, 'suite.yaml'));
  await writeFile(join(folder, 'release.yaml'), GATE);
});
afterAll(async () => {
  await Promise.all([helpdesk.stop(), holding.stop(), rm(folder, { recursive: true })]);
});

interface Around {
  isPerson?: boolean;
  interrupted?: AbortSignal;
}
const assayAs = (around: Around, ...args: string[]): Promise<Ended> =>
  runInProcess(args, {
    env: {
      ASSAY_URL: installation.url,
      ASSAY_API_KEY: installation.apiKey,
      ASSAY_PROJECT: api.projectId,
      HOME: folder,
    },
    folder,
    columns: 120,
    ...around,
  });
const assay = (...args: string[]) => assayAs({}, ...args);
/** Text with ids, times and measures replaced. */
const settled = (text: string): string =>
  text.replaceAll(/\b(run|suite|prj|iter|srv)_[0-9a-z]{26}/g, '$1_…').replaceAll(/ +\d+(\.\d+)? (ms|s)\b/g, ' T');

test('a suite is launched, and its verdict is told with evidence, gate, reports and exit code', async () => {
  const { code, stdout, stderr } = await assay(
    'run',
    SUITE,
    '--gate=release',
    '--baseline=main',
    '--junit=out.xml',
    '--reporter=markdown=s.md',
    '--all',
  );
  expect(code).toBe(1);
  expect(stderr).toMatch(
    new RegExp(`^Run 3 of ${SUITE}, 49 trials on helpdesk · ${installation.url}/p/prj_\\w+/runs/run_`),
  );
  const lines = settled(stdout).split('\n');
  expect(lines.find((line) => line.includes('refund_order'))).toMatch(
    /^ {2}■ 0\/5 {2}refund_order refunds in cents +call +T$/,
  );
  expect(stdout).toMatch(/^ {9}expected {2}a/m);
  expect(stdout).toMatch(/^ {9}came {6}.*amountCents/m);
  expect(stdout).toMatch(/^ {2}gate release {5}■ pass rate +53.% +at least 90.% +interval/m);
  expect(stdout).toMatch(/^ {19}● p95 latency/m);
  expect(stdout).toMatch(/^ {19}■ regressions/m);
  expect(stdout).toContain('  JUnit            out.xml, 10 cases\n');
  expect(lines.findLast((line) => line.startsWith('■'))).toMatch(
    /^■ Failed\. 26 of 49 trials passed, 53.%; the suite needs 90.%\. Gate release failed: 2 of 3 rules\.$/,
  );
  expect(stdout).toMatch(
    /Compare: {2}assay run compare run_\w+ --base main {5}Rerun failed only: {2}assay run rerun run_\w+\n$/,
  );
  expect(await readFile(join(folder, 'out.xml'), 'utf8')).toContain('<testsuites');
  const summary = await readFile(join(folder, 's.md'), 'utf8');
  expect(summary).toContain(SUITE);
  expect(summary).toContain('Gate release failed: 2 of 3 rules.');
});

test('a file is pushed and run, and GitHub gets annotations at its lines', async () => {
  const lines = (await readFile(helpdeskFile, 'utf8')).split('\n');
  const at = lines.findIndex((line) => line.includes('id: refund')) + 1;
  const { code, stdout } = await assay('run', 'suite.yaml', '--push', '--reporter', 'github', '--case', 'refund');
  expect(code).toBe(1);
  expect(stdout).toMatch(
    new RegExp(
      `^::error file=suite\\.yaml,line=${at},title=refund_order refunds in cents::expected: .*%0Acame: .*\\n$`,
    ),
  );
  expect(await assay('run', 'suite.yaml')).toMatchObject({ code: 2, stderr: expect.stringContaining('--push') });
});

test('a file with faults is told with their lines, and nothing is pushed or run', async () => {
  await writeFile(join(folder, 'bad.yaml'), 'assay: 1\nid: a b\nname: A\nservers: [s]\ncases: []\n');
  const { code, stderr } = await assay('run', 'bad.yaml', '--push');
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^assay: bad\.yaml has 1 fault\. Nothing was pushed\.\n {2}bad\.yaml:2:1 \/id must match/),
  ]);
});

test('a baseline that does not exist is told with the verdict', async () => {
  const { stdout } = await assay('run', SUITE, '--case=search', '--trials=1', '--baseline=gone', '--all');
  expect(stdout).toContain('\n  No such baseline: the branch gone has no run with a verdict before this one.\n');
});

test('a verdict as JSON is nothing else on standard output', async () => {
  const { code, stdout } = await assay('run', SUITE, '--case', 'search', '--trials', '2', '--json');
  const document = JSON.parse(stdout);
  expect(code).toBe(0);
  expect(Object.keys(document)).toEqual(['verdict', 'sentence', 'because', 'run', 'gate', 'exitCode']);
  expect(document).toMatchObject({
    verdict: 'passed',
    gate: null,
    exitCode: 0,
    run: { trials: { total: 2, passed: 2 } },
  });
  expect(document.run.launchedBy).toBe('cli');
});

test('several servers make a group of runs, told one by one and together', async () => {
  await api.saveServer('copy', helpdesk.url);
  const ask = { id: 'ask', kind: 'prompt' as const, prompt: 'Please get_ticket {"id": "T-1042"}.' };
  const tests = [{ title: 'asks', steps: [ask, assertStep('b', { type: 'firstToolWas', toolName: 'get_ticket' })] }];
  const suite = { name: 'group', serverIds: [helpdesk.serverId], model: 'scripted/rules', tests };
  await api.assay.createEvalSuite({ projectId: api.projectId }, suite);
  const { code, stdout } = await assay('run', 'group', '--server', 'helpdesk', '--server', 'copy');
  expect([code, stdout.match(/^● group, run \d on .*$/gm)]).toEqual([
    0,
    ['● group, run 1 on helpdesk: Passed.', '● group, run 2 on copy: Passed.'].map((line) =>
      expect.stringContaining(line),
    ),
  ]);
});

test('runs are listed as a table for a person and as JSON for a program', async () => {
  const person = await assayAs({ isPerson: true }, 'run', 'list', '--suite', SUITE, '--branch', 'main');
  expect(settled(person.stdout)).toMatch(
    /^ {2}RUN +VERDICT +PASSED +95 % +TOOK +BRANCH +BY +WHEN\n {2}run 1 +● passed +49\/49 +100.% +93–100.% T +main +api +today \d\d:\d\d\n$/,
  );
  const { stdout } = await assay('run', 'list', '--json', 'id,verdict,summary.passRate', '--limit', '1');
  expect(JSON.parse(stdout)).toEqual([
    { id: expect.stringMatching(/^run_/), verdict: expect.any(String), summary: expect.any(Object) },
  ]);
});

test('runs are compared with a branch, and by their numbers', async () => {
  const compared = await assayAs({ isPerson: true }, 'run', 'compare', helpdesk.runIds[1], '--base', 'main');
  expect([compared.code, compared.stdout]).toEqual([0, expect.stringMatching(/refund_order .* ■ regressed\n/)]);
  expect(compared.stdout).toMatch(/^■ .*more than noise.*\n {2}.*regressed.*\n$/m);
  const same = await assay('run', 'compare', '2', '--base', '1', '--suite', SUITE);
  expect(JSON.parse(same.stdout)).toMatchObject({ baseline: { baseRunId: helpdesk.runIds[0] } });
});

test('a trace shows the messages of the first failed trial, and of any trial by its names', async () => {
  const { code, stdout } = await assay('trace', helpdesk.runIds[1], '--case', 'refund_order refunds in cents');
  const lines = settled(stdout).split('\n');
  expect([code, lines[0]]).toEqual([0, expect.stringMatching(/^trial 1 of 5 · failed at call · .* · no model$/)]);
  expect(stdout).toMatch(/→ tools\/call refund_order +\{"orderId":"O-7811"/);
  expect(stdout).toMatch(/← result isError +"unknown field amountCents/);
  expect(stdout).toMatch(/■ argumentsMatchToolSchema /);
  const whole = await assay('trace', helpdesk.runIds[1], '--case', '10', '--trial', '2', '--wire');
  expect(whole.stdout).toMatch(/^trial 2 of 5 · passed · .* · scripted\/rules\n/);
  expect(whole.stdout).toContain('"method": "tools/call"');
  const nothing = await assay('trace', helpdesk.runIds[1], '--case', 'no such case');
  expect(nothing).toMatchObject({ code: 2, stderr: expect.stringContaining('the run has no case "no such case"') });
});

test('a run is exported, graded again, and its iterations are listed', async () => {
  const [, failed] = helpdesk.runIds;
  expect(await assay('run', 'export', failed, '-o', 'export.xml')).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(await readFile(join(folder, 'export.xml'), 'utf8')).toMatch(/^<\?xml .*<testsuites /s);
  expect(await assay('run', 'export', failed, '--format', 'markdown')).toMatchObject({
    stdout: expect.stringContaining(`■ ${SUITE}: failed`),
  });
  const { stdout: pages } = await assay('run', 'export', failed, '--format', 'otlp');
  expect(
    pages
      .trimEnd()
      .split('\n')
      .map((line) => Object.keys(JSON.parse(line))),
  ).toContainEqual(['resourceSpans']);
  const regraded = await assayAs({ isPerson: true }, 'run', 'regrade', failed);
  expect(regraded.stdout).toMatch(/^Regrade 1: 0 trials changed\. .*\n■ Failed\. 26 of 49 trials passed/);
  const iterations = await assay('run', 'iterations', failed, '--jsonl', '--json', 'id,result', '--limit', '3');
  expect(
    iterations.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).result),
  ).toEqual(['passed', 'passed', 'passed']);
});

test('a gate is checked rule by rule, waived for a reason, and taken back', async () => {
  const { stdout: launched } = await assay(
    'run',
    SUITE,
    '--gate',
    '{"minimumPassRate":1}',
    '--case',
    'refund',
    '--json',
    'run.id',
  );
  const { id } = JSON.parse(launched).run;
  expect(await assay('gate', 'check', id)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^ {2}gate +■ pass rate .*\n\n■ The gate failed: 1 of 1 rule\.\n$/),
  });
  const waived = await assayAs({ isPerson: true }, 'gate', 'waive', id, '--reason', 'see INC-12', '--for', '2d');
  expect([waived.code, waived.stdout]).toEqual([
    0,
    expect.stringMatching(/^The gate is waived until .*: see INC-12\n$/),
  ]);
  expect(await assay('gate', 'check', id)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('waived           see INC-12'),
  });
  expect(await assay('gate', 'waive', id, '--revoke')).toMatchObject({ code: 0 });
  expect(await assay('gate', 'check', id)).toMatchObject({ code: 1 });
  expect(await assay('gate', 'waive', id)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('needs a reason'),
  });
});

/** A suite of one held call, which is under way until the server lets go. */
async function heldSuite(name: string): Promise<string> {
  holding.hold();
  const serverId = await api.saveServer(name, holding.url);
  const tests = [
    {
      title: 'prints',
      runs: 2,
      steps: [toolCall('a', name, 'print'), assertStep('b', { type: 'toolResultContains', needle: 'printed' })],
    },
  ];
  const { suiteId } = await api.assay.createEvalSuite(
    { projectId: api.projectId },
    { name, serverIds: [serverId], tests },
  );
  return suiteId;
}

test('Ctrl-C ends the wait and not the run, and tells how to watch and how to cancel it', async () => {
  const suiteId = await heldSuite('interrupted');
  const before = holding.started;
  const interruption = new AbortController();
  const ending = assayAs({ interrupted: interruption.signal }, 'run', suiteId);
  await waitUntil(() => holding.started > before);
  interruption.abort();
  const { code, stdout, stderr } = await ending;
  expect([code, stdout]).toEqual([130, '']);
  expect(settled(stderr).split('\n').slice(-3)).toEqual([
    'Stopped waiting. Run 1 continues: 0 of 2 trials done.',
    '  Wait again:  assay run watch run_…     End it:  assay run cancel run_…',
    '',
  ]);
  holding.letGo();
  expect(await assay('run', 'watch', 'last', '--suite', 'interrupted')).toMatchObject({ code: 0 });
});

test('a run that is cancelled has no verdict: 3, also for its watcher', async () => {
  const suiteId = await heldSuite('cancelled');
  const { stdout } = await assay('run', suiteId, '--detach');
  const watching = assay('run', 'watch', stdout.trim());
  expect(await assay('run', 'cancel', stdout.trim())).toMatchObject({ code: 0 });
  expect(await watching).toMatchObject({
    code: 3,
    stdout: expect.stringMatching(/^◇ Not established\. The run was cancelled/m),
  });
  holding.letGo();
});

test('what has no verdict is run again', async () => {
  const { code, stderr } = await assay('run', 'rerun', 'last', '--suite', 'cancelled', '--scope', 'excluded');
  expect([code, stderr]).toEqual([0, expect.stringContaining('Run 2 of cancelled, 2 trials')]);
});

test('a login that ends during the wait is told, and the wait goes on after the next one', async () => {
  const owner = await installation.owner();
  const issue = async (name: string) => owner.assay.createApiKey({ name });
  const first = await issue('first');
  let credential = first.key;
  const suiteId = await heldSuite('signed out');
  const runId = await api.startRun({ suiteId });
  const assayOf = () => createClient({ url: installation.url, credential: () => credential, retries: 0 });
  const platform = {
    url: installation.url,
    assay: assayOf(),
    uninterrupted: assayOf(),
    projectId: async () => api.projectId,
  };
  const notes: string[] = [];
  let isFollowed = false;
  const watcher: RunWatcher = {
    run: () => (isFollowed = true),
    iteration: () => undefined,
    note: (text) => notes.push(text),
  };
  const waiting = waitForRun({ interrupted: new AbortController().signal, env: {} }, platform, runId, watcher);
  await waitUntil(() => isFollowed);
  await owner.assay.revokeApiKey({ keyId: first.id });
  await waitUntil(() => notes.length > 0, 30_000);
  expect(notes[0]).toContain('The login ended; the run continues. Sign in again');
  credential = (await issue('second')).key;
  holding.letGo();
  expect(await waiting).toMatchObject({ verdict: 'passed' });
  expect(notes.at(-1)).toBe('The wait goes on.');
});

test('a server under test that is down or refuses makes a run undecided, and is no outage', async () => {
  const refusing = await listenLocally((_, response) => void response.writeHead(401).end());
  for (const [name, url] of Object.entries({ down: 'http://127.0.0.1:1/mcp', refusing: `${refusing.origin}/mcp` })) {
    const serverId = await api.saveServer(name, url);
    const tests = [{ title: 'x', steps: [toolCall('a', name, 'echo')] }];
    await api.assay.createEvalSuite({ projectId: api.projectId }, { name, serverIds: [serverId], tests });
    const ended = await assay('run', name);
    expect([name, ended]).toEqual([
      name,
      { code: 3, stdout: '', stderr: expect.stringContaining('assay server doctor') },
    ]);
  }
  await refusing.stop();
});

test('a run whose every case is left out is undecided, and a case that is left out is named', async () => {
  const steps = [
    toolCall('a', 'helpdesk', 'get_ticket', { id: 'T-1042' }),
    assertStep('b', { type: 'firstToolWas', toolName: 'get_ticket' }),
  ];
  const [odd, good] = [
    { title: 'odd', steps, import: { status: 'unsupported' as const } },
    { title: 'good', steps },
  ];
  const save = (name: string, tests: (typeof odd | typeof good)[]) =>
    api.assay.createEvalSuite({ projectId: api.projectId }, { name, serverIds: [helpdesk.serverId], tests });
  await Promise.all([save('all odd', [odd]), save('half odd', [odd, good])]);
  expect(await assay('run', 'all odd')).toMatchObject({ code: 3, stdout: '' });
  expect(await assay('run', 'half odd')).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^1 case was left out.*odd/m),
  });
});

test('control characters of servers and suites never reach a terminal raw', async () => {
  const evil = { id: 'T-1044', agent: 'gr\u001B[2J\u202Eace' };
  const steps = [
    toolCall('a', 'helpdesk', 'assign_ticket', evil),
    assertStep('b', { type: 'toolResultContains', needle: 'nothing of the kind' }),
  ];
  const suite = { name: 'evil', serverIds: [helpdesk.serverId], tests: [{ title: 'evil', steps }] };
  const { suiteId } = await api.assay.createEvalSuite({ projectId: api.projectId }, suite);
  const texts: string[] = [];
  for (const args of [
    ['run', suiteId, '--all'],
    ['run', 'show'],
    ['run', 'list'],
    ['run', 'iterations'],
    ['trace', 'last'],
    ['trace', 'last', '--wire'],
  ]) {
    const { stdout, stderr } = await assayAs({ isPerson: true }, ...args);
    texts.push(stdout, stderr.replaceAll('\r\u001B[K', ''));
  }
  // oxlint-disable-next-line no-control-regex
  expect(texts.filter((text) => /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202E]/.test(text))).toEqual([]);
  expect(texts.join('')).toContain('gr␛[2J⟨RLO⟩ace');
});

test.each([
  [['run'], 'which suite is to run?'],
  [['run', 'Helpdesk regression', '--environment', 'a', '--server', 'helpdesk'], 'there is no environment "a"'],
  [['run', 'Helpdesk regression', '--gate', 'nowhere'], 'there is no gate "nowhere"'],
  [['run', 'Helpdesk regression', '--gate', '[1]'], 'there is no gate'],
  [['run', 'Helpdesk regression', '--trials', '11'], 'from 1 to 10'],
  [['run', 'Helpdesk regression', '--reporter', 'xml'], 'there is no reporter'],
  [['run', '--tag', 'none'], 'no suite has the tag none'],
  [['run', 'show', '99', '--suite', 'Helpdesk regression'], 'there is no run 99 of this suite'],
  [['run', 'list', '--since', 'soon'], '--since is a date'],
])('the command %j is refused before anything runs', async (args, told) =>
  expect(await assay(...args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(told) }),
);
