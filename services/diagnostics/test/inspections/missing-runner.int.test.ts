import { operations } from '@assay/contract/operations';
import { WorkService } from '@assay/mesh/gen/assay/v1/work';
import type { LocalRunner } from '@assay/work/service/local-runner';
import { startTestDiagnostics, type TestDiagnostics } from '../support/start.ts';

let fixture: TestDiagnostics;
beforeAll(async () => {
  fixture = await startTestDiagnostics();
});
afterEach(() => fixture.pool.query('delete from runners'));
afterAll(() => fixture.stop());

const MISSING =
  'Server "Printer" needs a runner that may start commands (label stdio), and no such runner is connected.';
const UNTAKEN = 'there is none, or all are busy.';
/** The caller of an inspection waits this long, so that one that waits for a runner ends, in milliseconds. */
const DEADLINE_MS = 5_000;

/** A runner asks for inspections once, and has no slot for the ones that follow. */
const introduce = (runnerId: string, labels: string[], scope: { organizationId?: string } = {}) =>
  fixture.runner.call(
    WorkService.lease,
    { runnerId, labels, freeSlots: 1, kinds: ['inspect'], waitMs: 0 },
    { caller: { requestId: 'r', service: 'runner', ...scope } },
  );
const asked = (at: TestDiagnostics = fixture) =>
  at
    .send(
      operations.listTools,
      at.save('', { transport: 'stdio', command: 'npx', args: ['printer'] }),
      {},
      { timeoutMs: DEADLINE_MS },
    )
    .catch((error: unknown) => error);
const saying = (message: string) => ({
  code: 'FEATURE_NOT_SUPPORTED',
  message: expect.stringContaining(message) as string,
  details: expect.objectContaining({ cause: 'runner_missing', setting: 'RUNNER_ALLOWED_COMMANDS' }) as object,
});

test.each([
  ['no runner that asked has its labels', [['r', ['lab']]], MISSING],
  [
    'only a runner of another organization has its labels',
    [
      ['r', ['lab']],
      ['s', ['stdio'], 'org_2'],
    ],
    MISSING,
  ],
  [
    'a runner with its labels is busy',
    [
      ['r', ['lab']],
      ['s', ['stdio']],
    ],
    UNTAKEN,
  ],
  ['no runner ever asked', [], UNTAKEN],
] as const)(
  'an inspection tells a missing runner from a busy one when %s',
  async (_, runners, message) => {
    for (const [id, labels, organizationId] of runners)
      await introduce(id, [...labels], organizationId ? { organizationId } : {});
    expect(await asked()).toMatchObject(saying(message));
  },
  60_000,
);

test('an inspection counts a runner as missing when the runner stopped over a minute ago', async () => {
  await introduce('r', ['lab']);
  await introduce('s', ['stdio']);
  await fixture.pool.query(`insert into stopped_runners values ('s', now() - interval '61 s')`);
  expect(await asked()).toMatchObject(saying(MISSING));
}, 60_000);

test.each([
  ['may not start commands', Promise.resolve([]), MISSING],
  ['may start commands', Promise.resolve(['stdio']), UNTAKEN],
  ['starts by itself', new Promise<string[]>(() => undefined), UNTAKEN],
])(
  'an inspection waits for a local runner of its labels when the local runner %s',
  async (_, labels, message) => {
    // It is being started for as long as the test lasts.
    const localRunner: LocalRunner = { labels, run: () => new Promise(() => undefined) };
    const local = await startTestDiagnostics({ localRunner });
    expect(await asked(local)).toMatchObject(saying(message));
    await local.stop();
  },
  60_000,
);
