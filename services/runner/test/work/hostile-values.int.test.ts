import { BROWSER_DEFAULTS } from '@assay/browser/browsers';
import type { CatalogueOutput } from '@assay/contract/areas/catalogue-labs/work';
import type { JudgeOpinion } from '@assay/contract/areas/judges/work';
import { IterationOutput, Outcome } from '@assay/mesh/gen/assay/v1/iterations';
import type { WorkItem, WorkReport } from '@assay/mesh/gen/assay/v1/work';
import { PROMPT_VERSION } from '@assay/grading/judging/judge-version';
import { startModelEndpoint, type ModelEndpoint, type ModelReply } from '@assay/testkit/model-endpoint/model-endpoint';
import { waitUntil } from '@assay/testkit/until';
import { boardItem } from '@assay/testkit/work/work-board';
import { startRunner } from '../../src/app.ts';
import { chromium } from '../support/browser-bench.ts';
import { takenTurn, turnItem, turnTask } from '../support/chat-turns.ts';
import { heldSession, sessionItem, sessionTask } from '../support/journey-sessions.ts';
import { configFor, offeredItem, PlatformStandIn, silentLog, workItem } from '../support/platform-stand-in.ts';

const MODEL = 'openai/gpt-5';
const ACCOUNT = { organizationId: 'org', projectId: 'prj', suiteId: 'suite', runId: 'run', keyId: 'key' };

let platform: PlatformStandIn;
let endpoint: ModelEndpoint;
let runner: { stop(): Promise<void> };
let reply: ModelReply;

beforeAll(async () => {
  endpoint = await startModelEndpoint(() => reply);
  platform = new PlatformStandIn();
  platform.work.offersAgain = () => false;
  await platform.start();
  runner = startRunner(
    configFor(platform, {
      endpoints: { openai: { baseUrl: endpoint.openaiUrl, apiKey: 'key-0123456789' } },
      builder: { address: 'tcp://127.0.0.1:9', registry: 'registry.local/assay', program: 'false', env: {} },
      browser: chromium && { ...BROWSER_DEFAULTS, ...chromium },
    }),
    silentLog,
  );
});
afterAll(async () => {
  await runner.stop();
  await Promise.all([platform.stop(), endpoint.stop()]);
});

/** The report of an item, also of one that is given back. */
async function ended(item: WorkItem): Promise<WorkReport> {
  platform.work.offer(item);
  return waitUntil(
    () => [...platform.work.answers, ...platform.work.returned].find(({ id }) => id === item.id),
    25_000,
  );
}
/** Every kind in the runner's table: it asks for them all. */
const kinds = async (): Promise<string[]> => {
  const asked = () => [...new Set(platform.work.leases.flatMap((lease) => lease.kinds))];
  await waitUntil(() => asked().length >= (chromium ? 18 : 16));
  return asked();
};
const opinion = () => JSON.stringify({ reason: 'So.', criteria: [], claims: 0, unsupportedClaims: [], score: 1 });

const TASKS: [string, Buffer][] = [
  ['no bytes', Buffer.alloc(0)],
  ['no JSON', Buffer.from('{"version":')],
  ['null', Buffer.from('null')],
  ['a list', Buffer.from('[]')],
  ['an object without fields', Buffer.from('{}')],
  ['fields of other kinds', Buffer.from('{"version":"x","spec":7,"servers":{},"trials":1e400,"messages":[null]}')],
  ['deep nesting', Buffer.from(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)],
  ['no message', Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01])],
];

test.each(TASKS)('a task of %s fails its item of each kind, and the runner goes on', async (_, task) => {
  const items = (await kinds()).map((kind) => boardItem(kind, {}, { task, timeoutMs: 20_000 }));
  const reports = await Promise.all(items.map(ended));
  const isEmpty = ({ output, errorCode, givenBack }: WorkReport) =>
    output.length === 0 && errorCode === '' && !givenBack;
  expect(reports.filter(isEmpty)).toEqual([]);
  reply = { text: 'Done.', usage: { input: 9, output: 1 } };
  const report = await ended(offeredItem(workItem([{ id: 'p', kind: 'prompt', prompt: 'Hi' }], [], { model: MODEL })));
  expect(IterationOutput.decode(report.output)).toMatchObject({
    outcome: Outcome.COMPLETED,
    usage: { inputTokens: 9 },
  });
});

const USAGES: [string, unknown, unknown][] = [
  ['a fraction', 10.5, 3],
  ['a number that no message holds', 1e20, 3],
  ['a number beyond every context', 1e15, 3],
  ['a negative number', -5, 3],
  ['a negative answer', 12, -5],
  ['nothing for a text', 0, 0],
];

describe.each(USAGES)('usage with %s is unknown, and the work is done:', (_, input, output) => {
  const says = (text: string) => {
    reply = { text, usage: { input, output } as { input: number; output: number } };
  };

  test('iteration', async () => {
    says('Done.');
    const item = workItem([{ id: 'p', kind: 'prompt', prompt: 'Hi' }], [], { model: MODEL });
    const { outcome, usage, transcript } = IterationOutput.decode((await ended(offeredItem(item))).output);
    expect([outcome, usage?.isUnreported, usage?.costMicros]).toEqual([Outcome.COMPLETED, true, undefined]);
    expect(JSON.parse(transcript.toString())).not.toHaveProperty('usage');
  });

  test('turn', async () => {
    says('Done.');
    const { result } = takenTurn(await ended(turnItem(turnTask('Hi', [], { spec: { model: MODEL } }))), []);
    expect(result).toMatchObject({ finishReason: 'stop', usage: { isUnreported: true } });
    expect(result.usage).not.toHaveProperty('costMicros');
  });

  test('session', async () => {
    says('Done.');
    const { result } = heldSession(
      await ended(sessionItem(sessionTask('Say hello', [], { model: MODEL, maxTurns: 1 }))),
    );
    expect(result.usage.assistant).toMatchObject({ isUnreported: true });
    expect(result.turns.at(-1)).not.toHaveProperty('usage');
  });

  test.each(['judge', 'judge-session'])('%s', async (kind) => {
    says(opinion());
    const task = {
      version: 1,
      iterationId: 'iter_1',
      account: ACCOUNT,
      model: MODEL,
      promptVersion: PROMPT_VERSION,
      evidenceHash: 'hash',
      reference: { kind: 'expectedOutput', text: '5' },
      criteria: [],
      evidence: { conversation: [], toolCalls: [], leftOutCalls: 0 },
    };
    const { output: told } = await ended(boardItem(kind, task));
    const said = JSON.parse(told.toString()) as JudgeOpinion;
    expect(said).toMatchObject({ score: 1 });
    expect(said).not.toHaveProperty('usage');
  });

  test('catalogue-trial', async () => {
    says('Nothing fits.');
    const task = {
      version: 1,
      labId: 'lab_1',
      account: ACCOUNT,
      model: MODEL,
      tools: [],
      trials: [{ position: 0, prompt: 'Hi', offered: [] }],
    };
    const { output: told } = await ended(boardItem('catalogue-trial', task));
    expect((JSON.parse(told.toString()) as CatalogueOutput).answers).toEqual([{ position: 0, calls: [] }]);
  });
});
