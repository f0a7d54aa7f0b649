import { operations } from '@assay/contract/operations';
import { draft, startTestSuites, type TestSuites } from '../support/start.ts';

let fixture: TestSuites;
beforeAll(async () => {
  fixture = await startTestSuites();
});
afterAll(() => fixture.stop());

const project = { projectId: 'prj_1' };
const toolCall = { id: 's1', kind: 'toolCall', serverName: 'everything', toolName: 'echo' };
const ask = { id: 'p1', kind: 'prompt', prompt: 'Say hi.' };
const noErrors = { type: 'noToolErrors' };

test('a suite comes back as it was authored', async () => {
  const created = await fixture.call(
    operations.createEvalSuite,
    project,
    draft({
      name: 'smoke',
      description: 'First things first.',
      tags: ['ci'],
      serverIds: ['srv_files', 'srv_everything', 'srv_files'],
      model: 'rules',
      provider: 'scripted',
      minimumAccuracy: 80,
      minimumIterations: 2,
      sessionIsolation: 'run',
      matchOptions: { toolCallOrder: 'strict' },
      checks: [noErrors],
    }),
  );
  expect(created).toEqual({
    suiteId: expect.stringMatching(/^suite_/),
    name: 'smoke',
    servers: [
      { id: 'srv_files', name: 'files' },
      { id: 'srv_everything', name: 'everything' },
    ],
    caseUpsert: { committed: [{ id: expect.stringMatching(/^case_/), name: 'echo' }], failed: [] },
  });
  expect(await fixture.call(operations.getEvalSuite, { ...project, suiteId: created.suiteId })).toEqual({
    id: created.suiteId,
    name: 'smoke',
    description: 'First things first.',
    projectId: 'prj_1',
    managedBy: 'app',
    revisionNumber: 1,
    tags: ['ci'],
    environment: { servers: ['srv_files', 'srv_everything'], computerEnvironment: null },
    environmentIds: [],
    executionConfig: { model: 'rules', provider: 'scripted' },
    hosts: [],
    schedule: { enabled: false },
    settings: {
      minimumAccuracy: 80,
      minimumIterations: 2,
      repetitions: null,
      passThreshold: null,
      validity: null,
      sessionIsolation: 'run',
      checks: [noErrors],
      suppressedSuiteStandardCheckIds: [],
      judge: { enabled: true, model: null, autoRun: false, threshold: 0.7 },
      gate: null,
      matchOptions: { toolCallOrder: 'exact', extraToolCalls: 'unlimited', arguments: 'partial' },
    },
    createdAt: expect.any(Number),
    updatedAt: expect.any(Number),
  });
});

test('a suite shows the settings that it leaves open', async () => {
  const { suiteId } = await fixture.call(operations.createEvalSuite, project, draft());
  expect(await fixture.call(operations.getEvalSuite, { ...project, suiteId })).toMatchObject({
    description: null,
    executionConfig: null,
    tags: [],
    settings: {
      minimumAccuracy: null,
      minimumIterations: null,
      matchOptions: null,
      checks: [],
      sessionIsolation: 'iteration',
    },
  });
});

test('a suite that grades per case comes back as it was authored', async () => {
  const rubric = { criteria: [{ id: 'polite', label: 'Is polite', required: true }] };
  const { suiteId } = await fixture.call(
    operations.createEvalSuite,
    project,
    draft({
      repetitions: 20,
      passThreshold: 0,
      validity: { minEligibleTrials: 5 },
      judge: { model: 'openai/gpt-5', threshold: 0.5, rubric },
      suppressedSuiteStandardCheckIds: ['userValue.turns', 'call.schema', 'call.schema'],
    }),
  );
  expect((await fixture.call(operations.getEvalSuite, { ...project, suiteId })).settings).toMatchObject({
    minimumAccuracy: null,
    repetitions: 20,
    passThreshold: 0,
    validity: { minEligibleTrials: 5 },
    judge: { enabled: true, model: 'openai/gpt-5', autoRun: false, threshold: 0.5, rubric },
    suppressedSuiteStandardCheckIds: ['call.schema', 'userValue.turns'],
  });
});

test('widget steps and assertions can be authored before there is a browser', async () => {
  const target = { role: { role: 'button', name: 'Save' } };
  const steps = [
    toolCall,
    { id: 'i', kind: 'interact', toolName: 'echo', action: { kind: 'click', target } },
    { id: 'a', kind: 'assert', assertion: { kind: 'elementVisible', toolName: 'echo', target } },
  ];
  const { suiteId } = await fixture.call(
    operations.createEvalSuite,
    project,
    draft({ tests: [{ title: 'widget', steps }] }),
  );
  expect((await fixture.call(operations.listEvalCases, { ...project, suiteId })).items[0]!.steps).toEqual(steps);
});

test('the older name of the accuracy is accepted', async () => {
  const { suiteId } = await fixture.call(
    operations.createEvalSuite,
    project,
    draft({ passCriteria: { minimumPassRate: 75 } }),
  );
  expect((await fixture.call(operations.getEvalSuite, { ...project, suiteId })).settings.minimumAccuracy).toBe(75);
});

describe('cases', () => {
  test('come back as they were authored, in their order', async () => {
    const checks = { mode: 'extend', list: [{ type: 'turnCountUnder', turns: 3 }] };
    const { suiteId, caseUpsert } = await fixture.call(
      operations.createEvalSuite,
      project,
      draft({
        model: 'scripted/rules',
        tests: [
          {
            title: 'asks',
            runs: 3,
            model: 'scripted/other',
            isNegativeTest: true,
            expectedOutput: 'hi',
            scenario: 'shy',
            steps: [ask],
            matchOptions: { maxExtraToolCalls: 0 },
            checks,
            suppressedSuiteStandardCheckIds: ['userValue.turns', 'call.schema', 'call.schema'],
          },
          { title: 'calls', steps: [toolCall], model: 'scripted/rules', advancedConfig: { failOnToolError: false } },
        ],
      }),
    );
    const { items, ...page } = await fixture.call(operations.listEvalCases, { ...project, suiteId });
    expect(page).toEqual({});
    expect(items).toEqual([
      {
        id: caseUpsert.committed[0]!.id,
        declaredId: expect.stringMatching(/^c_[\w-]{21}$/),
        revision: 1,
        title: 'asks',
        steps: [ask],
        iterations: 3,
        isNegative: true,
        models: [{ model: 'scripted/other' }],
        expectedOutput: 'hi',
        scenario: 'shy',
        checks,
        suppressedSuiteStandardCheckIds: ['call.schema', 'userValue.turns'],
        matchOptions: { toolCallOrder: 'any', extraToolCalls: 0, arguments: 'partial' },
        createdAt: expect.any(Number),
        updatedAt: expect.any(Number),
      },
      {
        id: caseUpsert.committed[1]!.id,
        declaredId: expect.any(String),
        revision: 1,
        title: 'calls',
        steps: [toolCall],
        iterations: 1,
        isNegative: false,
        models: [],
        advancedConfig: { failOnToolError: false },
        createdAt: expect.any(Number),
        updatedAt: expect.any(Number),
      },
    ]);
    expect(
      await fixture.call(operations.getEvalCase, { ...project, suiteId, caseId: caseUpsert.committed[1]!.id }),
    ).toEqual(items[1]);
  });

  test("of a suite's creation may have every field of a case, without an approval", async () => {
    const rest = {
      intent: 'billing',
      kind: 'regression',
      judge: { enabled: false },
      import: { status: 'approximated', note: 'Nearly.' },
      iterations: 2,
      isNegative: true,
    };
    const { suiteId } = await fixture.call(
      operations.createEvalSuite,
      project,
      draft({
        model: 'scripted/rules',
        tests: [
          {
            title: 'full',
            steps: [ask],
            runs: 5,
            isNegativeTest: false,
            models: [{ model: 'scripted/rules' }],
            ...rest,
          },
        ],
      }),
    );
    const {
      items: [found],
    } = await fixture.call(operations.listEvalCases, { ...project, suiteId });
    expect(found).toMatchObject({ ...rest, models: [{ model: 'scripted/rules' }] });
    const approved = draft({
      tests: [{ title: 'x', steps: [toolCall], import: { status: 'approximated', approvedBy: 'me' } }],
    });
    await expect(fixture.call(operations.createEvalSuite, project, approved)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: '/tests/0/import/approvedBy' }] },
    });
  });

  test('keep the content of their steps byte for byte', async () => {
    const step = {
      ...toolCall,
      serverId: 'srv_x',
      note: 'a\u0000b \ud83e\uddea',
      arguments: { z: 1, a: [null, { deep: 1e21 }], __proto: 'x' },
    };
    const { suiteId } = await fixture.call(
      operations.createEvalSuite,
      project,
      draft({ tests: [{ title: 'verbatim', steps: [step] }] }),
    );
    const {
      items: [found],
    } = await fixture.call(operations.listEvalCases, { ...project, suiteId });
    expect(JSON.stringify(found!.steps)).toBe(JSON.stringify([step]));
  });

  test('of a large suite fill one page of 500, and the rest follows', async () => {
    const { suiteId } = await fixture.call(operations.createEvalSuite, project, draft());
    await fixture.pool.query(
      `
      insert into cases (id, suite_id, position, body)
      select 'case_many_' || n, $1, n, json_build_object('title', n::text, 'steps', '[]'::json, 'iterations', 1, 'isNegative', false, 'models', '[]'::json)
      from generate_series(1, 600) n`,
      [suiteId],
    );
    const first = await fixture.call(operations.listEvalCases, { ...project, suiteId });
    const second = await fixture.call(operations.listEvalCases, { ...project, suiteId }, { cursor: first.nextCursor });
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([500, 101, undefined]);
    expect(second.items.map(({ title }) => title)).toEqual(Array.from({ length: 101 }, (_, i) => String(i + 500)));
  });
});

test('a suite of 1,000 cases is written in one request, or refused by the path of its fault', async () => {
  const tests = Array.from({ length: 1_000 }, (_, i) => ({ title: `case ${i}`, steps: [toolCall] }));
  const { caseUpsert } = await fixture.call(operations.createEvalSuite, project, draft({ name: 'large', tests }));
  expect(caseUpsert.committed.map(({ name }) => name)).toEqual(tests.map(({ title }) => title));
  const faulty = tests.with(999, { title: 'twice', steps: [toolCall, toolCall] });
  await expect(
    fixture.call(operations.createEvalSuite, project, draft({ name: 'faulty', tests: faulty })),
  ).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: [{ path: '/tests/999/steps/1/id' }] } });
});

test('a name is taken once per project, also in concurrent requests', async () => {
  const twice = await Promise.allSettled(
    [1, 2].map(() => fixture.call(operations.createEvalSuite, project, draft({ name: 'unique' }))),
  );
  expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(twice.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } });
  await expect(
    fixture.call(
      operations.createEvalSuite,
      { projectId: 'prj_2' },
      draft({ name: 'unique', serverIds: ['srv_other'] }),
    ),
  ).resolves.toMatchObject({ name: 'unique' });
});
