import { AuthoringService } from '@assay/mesh/gen/assay/v1/suites';
import { operations } from '@assay/contract/operations';
import { nested } from '../support/nested.ts';
import {
  stopSuiteFixture,
  create,
  suiteFixture,
  startSuiteFixture,
  project,
  read,
  refusal,
  remove,
  revisions,
  update,
} from '../support/suite-calls.ts';

beforeAll(startSuiteFixture);
afterAll(stopSuiteFixture);

const noErrors = { type: 'noToolErrors' };
const ask = { id: 'p1', kind: 'prompt', prompt: 'Say hi.' };

describe('a PATCH of a suite', () => {
  test('returns the patched suite, and leaves alone the fields that it does not name', async () => {
    const suiteId = await create({
      description: 'old',
      tags: ['a'],
      minimumAccuracy: 80,
      model: 'gpt',
      provider: 'openai',
      tests: [{ title: 'asks', steps: [ask] }],
    });
    const before = await read(suiteId);
    const after = await update(suiteId, {
      description: 'new',
      environment: { servers: ['files', 'srv_everything', 'srv_files'] },
    });
    expect(after).toEqual({
      ...before,
      description: 'new',
      revisionNumber: 2,
      updatedAt: expect.any(Number),
      environment: { servers: ['srv_files', 'srv_everything'], computerEnvironment: null },
    });
    expect(await read(suiteId)).toEqual(after);
  });

  test('clears fields that are null', async () => {
    const suiteId = await create({
      description: 'old',
      minimumAccuracy: 80,
      minimumIterations: 2,
      checks: [{ type: 'noToolErrors' }],
      matchOptions: { arguments: 'exact' },
      validity: { minCompletionRate: 1 },
      judge: { rubric: { criteria: [{ id: 'a', label: 'A' }] } },
      suppressedSuiteStandardCheckIds: ['call.schema'],
    });
    const settings = {
      minimumAccuracy: null,
      minimumIterations: null,
      checks: null,
      matchOptions: null,
      validity: null,
      judge: { rubric: null },
      suppressedSuiteStandardCheckIds: [],
    };
    expect(await update(suiteId, { description: null, settings })).toMatchObject({
      description: null,
      settings: {
        minimumAccuracy: null,
        minimumIterations: null,
        checks: [],
        matchOptions: null,
        validity: null,
        judge: expect.not.objectContaining({ rubric: expect.anything() }),
        suppressedSuiteStandardCheckIds: [],
      },
    });
  });

  test('merges match options under either of their names, validity and judge', async () => {
    const suiteId = await create({
      matchOptions: { maxExtraToolCalls: 3, arguments: 'exact' },
      validity: { minEligibleTrials: 4 },
      judge: { autoRun: true },
    });
    const { settings } = await update(suiteId, {
      settings: {
        matchOptions: { extraToolCalls: 5, toolCallOrder: 'strict' },
        validity: { minCompletionRate: 0.5 },
        judge: { model: 'm' },
      },
    });
    expect(settings).toMatchObject({
      matchOptions: { extraToolCalls: 5, arguments: 'exact', toolCallOrder: 'exact' },
      validity: { minEligibleTrials: 4, minCompletionRate: 0.5 },
      judge: { enabled: true, model: 'm', autoRun: true, threshold: 0.7 },
    });
    expect(
      (await update(suiteId, { settings: { matchOptions: { maxExtraToolCalls: null } } })).settings.matchOptions,
    ).toMatchObject({ extraToolCalls: 'unlimited', arguments: 'exact' });
  });

  test('merges the execution configuration, and a model with a provider replaces the one before', async () => {
    const suiteId = await create({ model: 'gpt', provider: 'openai' });
    expect(
      (await update(suiteId, { executionConfig: { systemPrompt: 'Be brief.', temperature: 0 } })).executionConfig,
    ).toEqual({ model: 'gpt', provider: 'openai', systemPrompt: 'Be brief.', temperature: 0 });
    expect((await update(suiteId, { executionConfig: { model: 'anthropic/claude' } })).executionConfig).toEqual({
      model: 'anthropic/claude',
      systemPrompt: 'Be brief.',
      temperature: 0,
    });
    expect(await suiteFixture.mesh.call(AuthoringService.freezeSuite, { ...project, suiteId })).toMatchObject({
      model: 'anthropic/claude',
      systemPrompt: 'Be brief.',
      temperature: 0,
    });
  });

  test.each([
    ['a name of its own', { model: 'gpt', provider: 'openai' }, 'openai/gpt'],
    ["the name of another provider's model", { model: 'openai/gpt', provider: 'openrouter' }, 'openrouter/openai/gpt'],
    ['its provider already', { model: 'openai/gpt', provider: 'openai' }, 'openai/gpt'],
  ])('freezes a model that has %s with its provider', async (_, config, model) => {
    const suiteId = await create(config);
    expect(await suiteFixture.mesh.call(AuthoringService.freezeSuite, { ...project, suiteId })).toMatchObject({
      model,
    });
  });

  test('switches the suite to per-case grading with both settings, and back with both null', async () => {
    const suiteId = await create({ minimumAccuracy: 80 });
    expect((await update(suiteId, { settings: { repetitions: 5, passThreshold: 0.8 } })).settings).toMatchObject({
      repetitions: 5,
      passThreshold: 0.8,
      minimumAccuracy: null,
    });
    expect((await update(suiteId, { settings: { repetitions: 7 } })).settings).toMatchObject({
      repetitions: 7,
      passThreshold: 0.8,
    });
    expect(
      (await update(suiteId, { settings: { repetitions: null, passThreshold: null, minimumAccuracy: 70 } })).settings,
    ).toMatchObject({ repetitions: null, passThreshold: null, minimumAccuracy: 70 });
  });

  test('without an effect writes no revision', async () => {
    const suiteId = await create({ name: 'same', tags: ['a'], minimumAccuracy: 80 });
    const before = await read(suiteId);
    const patch = {
      name: 'same',
      description: null,
      tags: ['a'],
      hosts: [],
      environmentIds: null,
      environment: { servers: ['everything'], computerEnvironment: null },
      settings: { minimumAccuracy: 80, checks: [], judge: { enabled: true }, matchOptions: {} },
    };
    expect(await update(suiteId, patch)).toEqual(before);
    expect((await revisions(suiteId)).items).toHaveLength(1);
  });

  test.each<[string, object, object, string]>([
    ['an unknown key', {}, { color: 'red' }, '/color'],
    ['a blank name', {}, { name: ' ' }, '/name'],
    ['both names of the revision', {}, { expectedRevision: 1, expectedRevisionNumber: 1 }, '/expectedRevisionNumber'],
    ['repetitions alone, of a suite with an accuracy', {}, { settings: { repetitions: 3 } }, '/settings/repetitions'],
    [
      'a pass threshold alone, of a suite with an accuracy',
      {},
      { settings: { passThreshold: 0.5 } },
      '/settings/passThreshold',
    ],
    [
      'half of the way back',
      { repetitions: 3, passThreshold: 0.5 },
      { settings: { repetitions: null } },
      '/settings/passThreshold',
    ],
    [
      'an accuracy beside per-case grading',
      {},
      { settings: { repetitions: 3, passThreshold: 0.5, minimumAccuracy: 80 } },
      '/settings/minimumAccuracy',
    ],
    [
      'an accuracy, of a suite that grades per case',
      { repetitions: 3, passThreshold: 0.5 },
      { settings: { minimumAccuracy: 80 } },
      '/settings/minimumAccuracy',
    ],
    [
      'an accuracy and half of the way back',
      { repetitions: 3, passThreshold: 0.5 },
      { settings: { minimumAccuracy: 80, repetitions: null } },
      '/settings/passThreshold',
    ],
    [
      'a server that does not exist',
      {},
      { environment: { servers: ['everything', 'nope'] } },
      '/environment/servers/1',
    ],
    ['a server of another project', {}, { environment: { servers: ['srv_other'] } }, '/environment/servers/0'],
    ['servers without one that a case calls', {}, { environment: { servers: ['files'] } }, '/environment/servers'],
    ['no environments', {}, { environmentIds: [] }, '/environmentIds'],
    ['a temperature and no model', {}, { executionConfig: { temperature: 1 } }, '/executionConfig/model'],
    [
      'settings nested without end',
      {},
      { settings: { checks: [{ type: 'toolResultMatchesSchema', schema: nested(200) }] } },
      '',
    ],
    [
      'a check whose pattern is none',
      {},
      { settings: { checks: [noErrors, { type: 'responseMatches', pattern: '(' }] } },
      '/settings/checks/1/pattern',
    ],
    [
      'a check whose schema is in another document',
      {},
      { settings: { checks: [{ type: 'toolResultMatchesSchema', schema: { $ref: 'https://x.example/s' } }] } },
      '/settings/checks/0/schema',
    ],
    [
      'a provider that is too long',
      { model: 'm' },
      { executionConfig: { provider: 'p'.repeat(201) } },
      '/executionConfig/provider',
    ],
    [
      'a standard check of no known id',
      {},
      { settings: { suppressedSuiteStandardCheckIds: ['nope'] } },
      '/settings/suppressedSuiteStandardCheckIds/0',
    ],
  ])('with %s is refused with the path, and nothing is written', async (_, changes, patch, path) => {
    const suiteId = await create(changes);
    const before = await read(suiteId);
    await expect(update(suiteId, { description: 'written', ...patch })).rejects.toMatchObject(refusal(path));
    expect(await read(suiteId)).toEqual(before);
  });

  test('with several faults reports settings, clients, execution configuration, environments', async () => {
    const suiteId = await create();
    const faults = [
      [{ settings: { repetitions: 3 } }, refusal('/settings/repetitions')],
      [{ hosts: [{ host: 'Claude' }] }, { code: 'NOT_FOUND', details: { client: 'Claude' } }],
      [{ executionConfig: { temperature: 1 } }, refusal('/executionConfig/model')],
      [
        { environment: { computerEnvironment: 'mac', servers: ['nope'] } },
        { code: 'NOT_FOUND', details: { computerEnvironment: 'mac' } },
      ],
    ] as const;
    for (const [first, [, expected]] of faults.entries()) {
      await expect(
        update(suiteId, Object.assign({}, ...faults.slice(first).map(([patch]) => patch)) as object),
      ).rejects.toMatchObject(expected);
    }
  });

  test('may leave the servers to each run', async () => {
    const suiteId = await create();
    expect((await update(suiteId, { environment: { servers: [] } })).environment.servers).toEqual([]);
  });

  test('that removes a server names the case that calls it', async () => {
    await expect(update(await create(), { environment: { servers: ['files'] } })).rejects.toThrow(
      /leaves out everything, which the case case_\w+ \("echo"\) calls/,
    );
  });

  test.each<[string, object, object]>([
    ['a computer environment', { environment: { computerEnvironment: 'mac' } }, { computerEnvironment: 'mac' }],
    ['a client', { hosts: [{ host: 'Claude' }] }, { client: 'Claude' }],
    ['an environment', { environmentIds: ['env_1'] }, { environmentId: 'env_1' }],
  ])('that names %s is NOT_FOUND', async (_, patch, details) => {
    const suiteId = await create();
    await expect(update(suiteId, { description: 'written', ...patch })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      details,
    });
    expect((await read(suiteId)).description).toBeNull();
  });

  test.each(['expectedRevision', 'expectedRevisionNumber'])(
    'over an old revision, as %s tells, is a conflict',
    async (name) => {
      const suiteId = await create();
      await update(suiteId, { [name]: 1, description: 'one' });
      await expect(update(suiteId, { [name]: 1, description: 'two' })).rejects.toMatchObject({
        code: 'CONFLICT',
        details: { currentRevisionNumber: 2 },
      });
    },
  );

  test('to a name that is taken is a conflict', async () => {
    await create({ name: 'occupied' });
    const suiteId = await create();
    await expect(update(suiteId, { name: 'occupied', description: 'written' })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect((await read(suiteId)).description).toBeNull();
  });

  test('by two editors of different fields loses neither change', async () => {
    const suiteId = await create();
    await Promise.all([
      update(suiteId, { description: 'one' }),
      update(suiteId, { tags: ['two'] }),
      update(suiteId, { settings: { minimumAccuracy: 50 } }),
    ]);
    expect(await read(suiteId)).toMatchObject({
      description: 'one',
      tags: ['two'],
      settings: { minimumAccuracy: 50 },
      revisionNumber: 4,
    });
  });

  test('that races a deletion is written before it, or is NOT_FOUND', async () => {
    for (let i = 0; i < 5; i++) {
      const suiteId = await create();
      const [patched, deleted] = await Promise.allSettled([
        update(suiteId, { description: 'written' }),
        remove(suiteId),
      ]);
      expect(deleted.status).toBe('fulfilled');
      expect(patched).toMatchObject(
        patched.status === 'fulfilled' ? { value: { description: 'written' } } : { reason: { code: 'NOT_FOUND' } },
      );
      await expect(read(suiteId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });
});

test('a suite of another project cannot be changed or deleted, and shows no revisions', async () => {
  const suiteId = await create();
  const elsewhere = { projectId: 'prj_2', suiteId, declaredSuiteId: '' };
  await expect(suiteFixture.call(operations.updateEvalSuite, elsewhere, { description: 'x' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(
    suiteFixture.mesh.call(AuthoringService.removeSuite, elsewhere, { caller: suiteFixture.memberOf('prj_2') }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(suiteFixture.call(operations.listEvalSuiteRevisions, elsewhere)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect((await suiteFixture.call(operations.listEvalSuites, project)).items.some(({ id }) => id === suiteId)).toBe(
    true,
  );
});
