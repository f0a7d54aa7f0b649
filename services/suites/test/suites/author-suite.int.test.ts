import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { Judge } from '@assay/contract/areas/suites/settings';
import { AuthoringService } from '@assay/mesh/gen/assay/v1/suites';
import { operations } from '@assay/contract/operations';
import { draft, startTestSuites, type TestSuites } from '../support/start.ts';

let fixture: TestSuites;
beforeAll(async () => {
  fixture = await startTestSuites();
});
afterAll(() => fixture.stop());

const projectId = 'prj_1';
const create = async (changes: object = {}) =>
  (await fixture.call(operations.createEvalSuite, { projectId }, draft(changes))).suiteId;
const freeze = async (suiteId: string) => {
  const { cases, checks, judge, gate, ...suite } = await fixture.mesh.call(AuthoringService.freezeSuite, {
    projectId,
    suiteId,
  });
  return {
    ...suite,
    cases: JSON.parse(cases.toString()) as FrozenCase[],
    checks: JSON.parse(checks.toString()) as EvalAssertion[],
    judge: JSON.parse(judge.toString()) as Judge,
    gate: gate.toString(),
  };
};
const steps = [{ id: 'p1', kind: 'prompt', prompt: 'Say hi.' }];

test.each([
  ['an empty list', []],
  ['no list', undefined],
])('a suite is created without cases when the request has %s of them', async (name, tests) => {
  const created = await fixture.call(operations.createEvalSuite, { projectId }, draft({ name, tests }));
  expect(created.caseUpsert).toEqual({ committed: [], failed: [] });
});

describe('a frozen suite', () => {
  test('has the settings that its creation gave under `settings`', async () => {
    const suiteId = await create({ name: 'settled', settings: { minimumAccuracy: 80, judge: { enabled: false } } });
    expect(await freeze(suiteId)).toMatchObject({ minimumAccuracy: 80, judge: { enabled: false } });
  });

  test('has the fields that a run needs, with defaults filled in', async () => {
    const suiteId = await create({ name: 'plain' });
    expect(await freeze(suiteId)).toEqual({
      suiteId,
      name: 'plain',
      archived: false,
      revision: 1,
      serverIds: ['srv_everything'],
      model: '',
      sessionIsolation: 'iteration',
      minimumAccuracy: 100,
      checks: [],
      environmentIds: [],
      clients: [],
      systemPrompt: '',
      judge: { enabled: true, model: null, autoRun: false, threshold: 0.7 },
      gate: '',
      cases: [
        {
          id: expect.any(String),
          declaredId: expect.any(String),
          title: 'echo',
          steps: draft().tests[0]!.steps,
          iterations: 1,
          isNegative: false,
          models: [],
          failOnToolError: true,
        },
      ],
    });
  });

  test('has its settings applied to its cases', async () => {
    const suiteId = await create({
      model: 'rules',
      provider: 'scripted',
      minimumIterations: 3,
      matchOptions: { toolCallOrder: 'exact', arguments: 'exact' },
      checks: [{ type: 'noToolErrors' }],
      tests: [
        {
          title: 'few',
          runs: 1,
          steps,
          matchOptions: { arguments: 'ignore' },
          advancedConfig: { failOnToolError: false },
        },
        { title: 'many', runs: 5, steps, model: 'gpt', provider: 'openai' },
      ],
    });
    const { model, checks, cases } = await freeze(suiteId);
    expect([model, checks]).toEqual(['scripted/rules', [{ type: 'noToolErrors' }]]);
    expect(cases).toMatchObject([
      {
        iterations: 3,
        failOnToolError: false,
        matchOptions: { toolCallOrder: 'exact', extraToolCalls: 'unlimited', arguments: 'ignore' },
        models: [],
      },
      {
        iterations: 5,
        failOnToolError: true,
        matchOptions: { toolCallOrder: 'exact', extraToolCalls: 'unlimited', arguments: 'exact' },
        models: [{ model: 'gpt', provider: 'openai' }],
      },
    ]);
  });

  test('holds every case of a large suite', async () => {
    const suiteId = await create();
    await fixture.pool.query(
      `
      insert into cases (id, suite_id, position, body)
      select 'case_many_' || n, $1, n, json_build_object('title', n::text, 'steps', '[]'::json, 'iterations', 1, 'isNegative', false, 'models', '[]'::json)
      from generate_series(1, 10000) n`,
      [suiteId],
    );
    const { cases } = await freeze(suiteId);
    expect(cases.map(({ title }) => title).slice(1)).toEqual(Array.from({ length: 10_000 }, (_, i) => String(i + 1)));
  });

  test('of another project is NOT_FOUND', async () => {
    const suiteId = await create();
    await expect(
      fixture.mesh.call(AuthoringService.freezeSuite, { projectId: 'prj_2', suiteId }),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('a suite authored for a run', () => {
  const bytes = (suite: object) => Buffer.from(JSON.stringify(suite));
  const author = (suiteId: string, suite: object) =>
    fixture.mesh.call(AuthoringService.authorSuite, { projectId, suiteId, suite: bytes(suite) });
  const drafted = (suite: object, suiteId = 'suite_draft') =>
    fixture.mesh.call(AuthoringService.draftSuite, { projectId, suiteId, suite: bytes(suite) });

  test('is stored like any other, with the id of the launch', async () => {
    const { suiteId, cases } = await author('suite_inline', draft({ name: 'inline' }));
    expect(suiteId).toBe('suite_inline');
    expect(JSON.parse(cases.toString())).toMatchObject([
      { id: expect.stringMatching(/^case_/) as string, title: 'echo' },
    ]);
    expect(await fixture.call(operations.getEvalSuite, { projectId, suiteId })).toMatchObject({ name: 'inline' });
  });

  test('is written once, also in repeated and concurrent requests', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => author('suite_once', draft({ name: 'once' }))));
    expect(new Set(answers.map(({ cases }) => cases.toString())).size).toBe(1);
  });

  test('can be drafted: the same rules apply, and nothing is written', async () => {
    expect(JSON.parse((await drafted(draft({ name: 'drafted' }))).cases.toString())).toMatchObject([{ title: 'echo' }]);
    await expect(author('suite_drafted', draft({ name: 'drafted' }))).resolves.toMatchObject({
      suiteId: 'suite_drafted',
    });
    await expect(drafted(draft({ name: 'drafted' }))).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await drafted(draft({ name: 'drafted' }), 'suite_drafted')).toMatchObject({
      suiteId: 'suite_drafted',
      name: 'drafted',
    });
  });

  test.each([
    ['authored', author.bind(undefined, 'suite_bad')],
    ['drafted', (suite: object) => drafted(suite)],
  ])('follows the same rules when it is %s', async (_, ask) => {
    await expect(ask(draft({ tests: [{ title: 'x', steps: [...steps, ...steps] }] }))).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: '/tests/0/steps/1/id' }] },
    });
    await expect(ask({ name: 'x' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  test('needs a name that is free', async () => {
    await author('suite_taken', draft({ name: 'taken' }));
    await expect(author('suite_other', draft({ name: 'taken' }))).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});
