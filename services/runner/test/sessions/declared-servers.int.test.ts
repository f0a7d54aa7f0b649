import type { RunSpec } from '@assay/contract/areas/eval-runs/run-spec';
import { given } from '@assay/contract/given';
import { Outcome } from '@assay/mesh/gen/assay/v1/iterations';
import { scriptedMcp } from '@assay/testkit/mcp-servers/scripted-mcp';
import { callStep, savedServer, specOf, workItem } from '../support/platform-stand-in.ts';
import { startRecording, type RecordingProxy } from '@assay/testkit/mcp-servers/recording-proxy';
import { RunnerBench } from '../support/runner-bench.ts';

let saved: Awaited<ReturnType<typeof scriptedMcp>>;
let plugin: RecordingProxy;
let bench: RunnerBench;

beforeAll(async () => {
  saved = await scriptedMcp({ 'tools/call': () => ({ content: [{ type: 'text', text: 'Printed.' }] }) });
  [plugin, bench] = [await startRecording(saved.url), new RunnerBench()];
  await bench.open();
});
afterAll(async () => {
  await bench.close();
  await Promise.all([plugin.stop(), saved.stop()]);
});

type Declared = Pick<RunSpec, 'declaredServers'> & { isOptional?: true };

/** Runs a call of the tool of `serverName` in a run over a saved server and one that a plugin declares. */
function run(serverName: 'printer' | 'scanner', { isOptional, declaredServers }: Declared, needsInventory = false) {
  const printer = savedServer('printer', saved.url);
  const scanner = { id: 'srv_scanner', name: 'scanner', pluginVersionId: 'plv_1', ...given({ isOptional }) };
  const spec = specOf([printer], {
    servers: [scanner, { id: printer.id, name: printer.name }],
    ...given({ declaredServers }),
  });
  const item = workItem([callStep('a', serverName, 'print')], [printer], { spec, needsInventory });
  return bench.execute(item, [printer]);
}
const at = (declaration: NonNullable<NonNullable<RunSpec['declaredServers']>[number]['declaration']>): Declared => ({
  declaredServers: [{ id: 'srv_scanner', declaration }],
});

test('a server that a plugin declares is reached as it was frozen, without asking catalog', async () => {
  bench.platform.resolved.length = 0;
  const { report, transcript } = await run(
    'scanner',
    at({ url: plugin.url, headers: { 'x-team': 'printing-team' } }),
    true,
  );
  expect(report.outcome).toBe(Outcome.COMPLETED);
  expect(transcript.toolCalls).toMatchObject([{ serverId: 'srv_scanner', serverName: 'scanner', isError: false }]);
  expect(transcript.inventory!.map(({ serverName }) => serverName)).toEqual(['scanner', 'printer']);
  expect(plugin.requests.every(({ headers }) => headers['x-team'] === 'printing-team')).toBe(true);
  expect(bench.platform.resolved.flatMap(({ serverIds }) => serverIds)).toEqual(['srv_printer']);
});

test('a command that a plugin declares is started only by a runner that allows it', async () => {
  const { report } = await run('scanner', at({ command: 'node', args: ['-e', '1'], env: {} }));
  expect(report).toMatchObject({ outcome: Outcome.SETUP_FAILED, errorCode: 'FORBIDDEN' });
});

test.each([
  ['goes on without one that is optional', true as const, Outcome.COMPLETED, ['printer']],
  ['ends without one that is not', undefined, Outcome.SETUP_FAILED, undefined],
])('a run whose declared server cannot be reached %s', async (_, isOptional, outcome, left) => {
  const away = { ...at({ url: 'http://127.0.0.1:1/mcp' }), ...given({ isOptional }) };
  const { report, transcript } = await run('printer', away, true);
  expect(report.outcome).toBe(outcome);
  expect(transcript.inventory?.map(({ serverName }) => serverName)).toEqual(left);
});

describe('a declared server whose header refers to a secret', () => {
  const guarded = at({ url: '', headers: { 'x-key': { secretId: 'secret_1', prefix: 'Key ' } } });
  const call = () => {
    const [{ id, declaration }] = guarded.declaredServers as [{ id: string; declaration: object }];
    return run('scanner', { declaredServers: [{ id, declaration: { ...declaration, url: plugin.url } }] });
  };

  test('is sent its value; a rotation reaches the next run', async () => {
    for (const value of ['first-secret-value', 'rotated-secret-value']) {
      plugin.requests.length = 0;
      bench.platform.secrets = { secret_1: value };
      const { report } = await call();
      expect(report.outcome).toBe(Outcome.COMPLETED);
      expect(plugin.requests.every(({ headers }) => headers['x-key'] === `Key ${value}`)).toBe(true);
    }
  });

  test.each([
    ['was deleted', {}, 'NOT_FOUND'],
    ['has line breaks', { secret_1: 'two\nlines' }, 'VALIDATION_ERROR'],
  ])('fails the set-up, without the value, when the secret %s', async (_, secrets, errorCode) => {
    bench.platform.secrets = secrets;
    const { report } = await call();
    expect(report).toMatchObject({ outcome: Outcome.SETUP_FAILED, errorCode });
    expect(report.errorMessage).toContain('header "x-key" of the server "scanner"');
    expect(report.errorMessage).not.toContain('lines');
  });
});
