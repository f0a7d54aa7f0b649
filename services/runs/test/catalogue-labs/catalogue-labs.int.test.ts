import type { AuthoringProposal, AuthoringTask } from '@assay/contract/areas/authoring/work';
import { CATALOGUE_DRAFT_KIND, CATALOGUE_TRIAL_KIND } from '@assay/contract/areas/catalogue-labs/kinds';
import type { CatalogueAnswer, CatalogueOutput, CatalogueTask } from '@assay/contract/areas/catalogue-labs/work';
import { WorkService, type WorkItem } from '@assay/mesh/gen/assay/v1/work';
import { operations } from '@assay/contract/operations';
import { gzipJson } from '@assay/transcripts/gzip';
import { answeredWork, givenBack } from '@assay/work/runner/work-handler';
import { deleteOldLabs } from '../../src/actions/eval-runs/delete-old-runs.ts';
import { endOverdueRuns } from '../../src/background/watchdog.ts';
import { echoTranscript, openRuns, promptCase, silentLog, testCaller, type RunsFixture } from '../support/harness.ts';

let runs: RunsFixture;
const caller = { ...testCaller, features: ['swarms' as const] };
beforeAll(async () => {
  runs = await openRuns();
  runs.world.models.hostedModels.push('openai/gpt-test');
  runs.world.tools.set(
    'srv',
    ['search', 'find', 'read'].map((name) => ({ name, description: `Does ${name}.`, inputSchema: { type: 'object' } })),
  );
  runs.world.tools.set('other', [{ name: 'translate' }, { name: 'SEARCH' }]);
});
afterAll(() => runs.close());

const task = (expectedTool: string, more: object = {}) => ({ prompt: `Please ${expectedTool}`, expectedTool, ...more });
const labBody = (more: object = {}) => ({
  model: 'openai/gpt-test',
  sizes: [2, 5],
  seed: 1,
  tasks: [task('search', { arguments: { q: 'tea' } }), task('find')],
  ...more,
});
const start = (more: object = {}, { serverId = 'srv', key = '', as = caller } = {}) =>
  runs.call(operations.startCatalogueLab, { serverId, idempotencyKey: key }, labBody(more), as);
const read = (labId: string) => runs.call(operations.getCatalogueLab, { labId }, {}, caller);
const cancel = (labId: string, as: typeof testCaller = caller) =>
  runs.call(operations.cancelCatalogueLab, { labId }, {}, as);

const lease = async (kind = CATALOGUE_TRIAL_KIND, runnerId = 'r'): Promise<WorkItem[]> =>
  (await runs.asRunner.call(WorkService.lease, { runnerId, labels: [], kinds: [kind], freeSlots: 99, waitMs: 0 }))
    .items;
const taskOf = (item: WorkItem) => JSON.parse(item.task.toString()) as CatalogueTask;
const complete = async (item: WorkItem, ending: object): Promise<boolean> => {
  const report = { id: item.id, kind: item.kind, fence: item.fence, ...answeredWork(Buffer.alloc(0)), ...ending };
  const { refusedIds } = await runs.asRunner.call(WorkService.complete, { runnerId: 'r', reports: [report] });
  return refusedIds.length === 0;
};
const output = (answers: CatalogueAnswer[], more: Partial<CatalogueOutput> = {}) => ({
  output: Buffer.from(JSON.stringify({ version: 1, answers, ...more })),
});
const hear = (item: WorkItem, answers: CatalogueAnswer[]) =>
  runs.asRunner.call(WorkService.beat, {
    runnerId: 'r',
    beats: [
      {
        id: item.id,
        kind: item.kind,
        fence: item.fence,
        phase: '',
        parts: [],
        events: answers.map((answer, index) => ({ index, body: Buffer.from(JSON.stringify(answer)) })),
      },
    ],
  });
/** The answer of a model that calls the tool whose name the prompt ends with, wherever it is offered. */
const choose = (asked: CatalogueTask): CatalogueAnswer[] =>
  asked.trials.map(({ position, prompt, offered }) => {
    const toolName = prompt.split(' ').at(-1)!;
    const isOffered = offered.some((place) => asked.tools[place]!.name === toolName);
    return {
      position,
      calls: isOffered ? [{ toolName, isOffered, arguments: { q: 'tea', password: 'hunter2' } }] : [],
      usage: { inputTokens: 10 * offered.length, outputTokens: 1, costMicros: offered.length },
    };
  });
const answerAll = async (answersOf = choose): Promise<void> => {
  for (const item of await lease()) await complete(item, output(answersOf(taskOf(item))));
};

test('a lab offers the same tasks at every size, and reports curves, pairs and costs', async () => {
  const overrides = [{ toolName: 'find', name: 'look_up', description: 'Looks things up.' }];
  const started = await start({ overrides, name: 'Names', maxCostUsd: 2, systemPrompt: 'Be brief.', temperature: 0.5 });
  expect(started).toMatchObject({ serverId: 'srv', status: 'running', seed: 1, trials: 8, deduped: false });
  expect(runs.world.models.budgets.at(-1)).toMatchObject({ runId: started.labId, limitMicros: 2_000_000 });
  const items = await lease();
  const asked = items.map(taskOf);
  expect(asked[0]).toMatchObject({
    labId: started.labId,
    model: 'openai/gpt-test',
    systemPrompt: 'Be brief.',
    temperature: 0.5,
  });
  const trials = asked.flatMap(({ trials: some, tools }) =>
    some.map(({ prompt, offered }) => ({ prompt, names: offered.map((place) => String(tools[place]!.name)) })),
  );
  expect(trials.map(({ names }) => names.length)).toEqual([2, 2, 5, 5, 2, 2, 5, 5]);
  for (const { prompt, names } of trials)
    expect(names.some((name) => prompt.endsWith(name) || (prompt.endsWith('find') && name === 'look_up'))).toBe(true);
  // Old and new descriptions are offered with the same others, in the same order.
  expect(trials[7]!.names).toEqual(trials[6]!.names.map((name) => (name === 'find' ? 'look_up' : name)));
  // The project's other server comes before the made-up tools, without the name that the server has itself.
  expect(trials[2]!.names.toSorted()).toEqual(expect.arrayContaining(['find', 'read', 'search', 'translate']));
  expect(runs.world.exported).toEqual(['srv']);
  expect(await read(started.labId)).toMatchObject({
    status: 'running',
    report: null,
    progress: { trials: 8, done: 0 },
  });
  for (const item of items) await complete(item, output(choose(taskOf(item))));
  const lab = await read(started.labId);
  expect(lab).toMatchObject({
    name: 'Names',
    status: 'completed',
    isLanguageModel: true,
    progress: { trials: 8, done: 8, failed: 0 },
    usage: { inputTokens: 280, outputTokens: 8, costUsd: 0.000028, unpricedTrials: 0 },
    catalogue: { toolsFrom: 'server', ownTools: 3, projectDistractors: 1, leftOut: 1 },
    tasks: { source: 'given', count: 2 },
    report: {
      curves: [
        {
          variant: 'old',
          points: [
            { size: 2, right: 2, accuracy: { value: 1, tasks: 2 }, arguments: { value: 1, tasks: 1 } },
            { size: 5 },
          ],
        },
        {
          variant: 'new',
          points: [
            { size: 2, right: 1, none: 1 },
            { size: 5, right: 1, inputTokensPerTrial: 50 },
          ],
        },
      ],
      comparison: { overall: { tasks: 2, difference: { delta: -0.5 }, conclusion: 'undecided' } },
      confusedPairs: [],
    },
  });
  expect(lab).not.toHaveProperty('note');
  const listed = await runs.call(operations.listCatalogueLabs, {}, { serverId: 'srv' }, caller);
  expect(listed.items).toMatchObject([{ id: started.labId }]);
  expect(listed.items[0]).not.toHaveProperty('report');
});

test('confused pairs have their calls, masked, and a hostile answer is bounded', async () => {
  const { labId } = await start({ sizes: [5] });
  await answerAll(({ trials }) =>
    trials.map(({ position }) => ({
      position,
      calls: [
        {
          toolName: 'read',
          isOffered: true,
          arguments: { token: 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789' },
        },
        ...Array.from({ length: 60 }, () => ({ toolName: 'x'.repeat(5_000), isOffered: false })),
      ],
    })),
  );
  const { report, usage } = await read(labId);
  expect(report!.confusedPairs).toMatchObject([
    { expectedTool: 'search', calledTool: 'read', calledToolFrom: 'server', count: 1 },
    { calledTool: 'x'.repeat(200), calledToolFrom: 'unknown' },
    { expectedTool: 'find' },
    {},
  ]);
  expect(JSON.stringify(report)).not.toContain('abcdefghijklmnop');
  expect(usage.unpricedTrials).toBe(2);
});

test('a runner that takes a batch over repeats no answered trial, and nothing counts twice', async () => {
  const { labId } = await start();
  const [item] = await lease();
  const answers = choose(taskOf(item!));
  await hear(item!, answers.slice(0, 3));
  await hear(item!, answers.slice(0, 3));
  expect((await read(labId)).progress).toMatchObject({ trials: 4, done: 3 });
  // Another trial of the lab is none of this item's.
  await hear(item!, [{ position: 99, calls: [] }]);
  await complete(item!, givenBack(true));
  const [again] = await lease();
  expect(taskOf(again!).trials.map(({ position }) => position)).toEqual([3]);
  expect(await complete(item!, output(answers))).toBe(false);
  await complete(again!, output(answers));
  const lab = await read(labId);
  expect(lab).toMatchObject({ status: 'completed', progress: { done: 4 } });
  expect(lab.usage.inputTokens).toBe(answers.reduce((sum, { usage }) => sum + usage!.inputTokens, 0));
});

test.each([
  ['a used-up budget', 'BUDGET_EXHAUSTED', 'rate_limited'],
  ['a provider that answers 429 for ever', 'PROVIDER_RATE_LIMITED', 'rate_limited'],
  ['a refused key', 'PROVIDER_REFUSED_KEY', 'failed'],
])('%s ends a lab without failed trials', async (_, code, status) => {
  const { labId } = await start({ tasks: Array.from({ length: 8 }, () => task('find')) });
  const items = await lease();
  expect(items).toHaveLength(2);
  await complete(items[0]!, output(choose(taskOf(items[0]!)).slice(0, 2), { stop: { code, message: 'No more.' } }));
  expect(await complete(items[1]!, output(choose(taskOf(items[1]!))))).toBe(false);
  expect(await read(labId)).toMatchObject({
    status,
    error: { code, message: 'No more.' },
    progress: { trials: 16, done: 2, failed: 0 },
    report: { curves: [{ points: [{ trials: 1 }, { trials: 1 }] }] },
  });
});

test('trials that a runner had no time for have failed, and the others count', async () => {
  const { labId } = await start();
  const [item] = await lease();
  await complete(item!, output(choose(taskOf(item!)).slice(0, 3)));
  expect(await read(labId)).toMatchObject({ status: 'completed', progress: { done: 4, failed: 1 } });
});

test('trials of a lost runner have failed, and a lab without an answer has, too', async () => {
  const { labId } = await start();
  const [item] = await lease();
  await complete(item!, { errorCode: 'RUNNER_LOST', errorMessage: 'gone' });
  expect(await read(labId)).toMatchObject({ status: 'failed', error: { code: 'NO_ANSWER' }, progress: { failed: 4 } });
});

test('a lab is cancelled once, with the gate off, too, and reports what was tried', async () => {
  const { labId } = await start();
  const [item] = await lease();
  await hear(item!, choose(taskOf(item!)).slice(0, 1));
  expect(await cancel(labId, testCaller)).toEqual({ labId, status: 'cancelled', alreadyCancelled: false });
  expect(await cancel(labId)).toMatchObject({ alreadyCancelled: true });
  expect(await complete(item!, output(choose(taskOf(item!))))).toBe(false);
  expect(await read(labId)).toMatchObject({ status: 'cancelled', progress: { done: 1 }, report: { curves: [{}] } });
  const { labId: over } = await start();
  await answerAll();
  await expect(cancel(over)).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(cancel('lab_none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a repeated key answers the first lab, and another body is refused', async () => {
  const [first, again] = await Promise.all([start({}, { key: 'k' }), start({}, { key: 'k' })]);
  expect(again.labId).toBe(first.labId);
  expect(first.deduped).toBe(!again.deduped);
  await expect(start({ seed: 2 }, { key: 'k' })).rejects.toMatchObject({ details: { reason: 'IDEMPOTENCY_CONFLICT' } });
  await cancel(first.labId);
});

test('tasks are taken from the cases of a suite', async () => {
  const asserts = (assertion: object) => ({ id: 'a', kind: 'assert', assertion }) as never;
  const prompt = { id: 'p', kind: 'prompt', prompt: 'Please read' } as const;
  runs.world.suites.set('cases', {
    cases: [
      promptCase('c1', { steps: [prompt, asserts({ type: 'toolCalledAtLeastOnce', toolName: 'read' })] }),
      promptCase('c2', { steps: [prompt] }),
    ],
  });
  runs.world.suites.set('silent', { cases: [promptCase('c2', { steps: [prompt] })] });
  const { labId, trials } = await start({ tasks: undefined, suiteId: 'cases' });
  expect(trials).toBe(2);
  await answerAll();
  expect(await read(labId)).toMatchObject({
    tasks: { source: 'suite', suiteId: 'cases', count: 1, leftOut: { noExpectedTool: 1 } },
    report: { curves: [{ points: [{ right: 1 }, { right: 1 }] }] },
  });
  await expect(start({ tasks: undefined, suiteId: 'silent' })).rejects.toMatchObject({
    code: 'FEATURE_NOT_SUPPORTED',
    details: { leftOut: { noExpectedTool: 1 } },
  });
  await expect(start({ tasks: undefined, suiteId: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('tasks are drafted from the declarations, and nothing that a model drafts is trusted', async () => {
  const drafted = async (cases: object[]) => {
    const { labId, status, trials } = await start({ tasks: undefined, draftTasks: 2, sizes: [3] });
    expect([status, trials]).toEqual(['drafting', 0]);
    const [item] = await lease(CATALOGUE_DRAFT_KIND);
    const asked = JSON.parse(item!.task.toString()) as AuthoringTask;
    expect(asked).toMatchObject({ kind: 'generate', runId: labId, caseMix: { simple: 2, negative: 0 } });
    expect(asked.inventory![0]!.tools.map(({ name }) => name)).toEqual(['search', 'find', 'read']);
    const proposal: Omit<AuthoringProposal, 'cases'> = {
      version: 1,
      generationModel: 'openai/drafts',
      extractorVersion: 'x',
      inventory: [],
      warnings: [],
    };
    await complete(item!, { output: Buffer.from(JSON.stringify({ ...proposal, cases })) });
    return labId;
  };
  const steps = (toolName: string) => [
    { id: 'p', kind: 'prompt', prompt: `Please ${toolName}` },
    { id: 'a', kind: 'assert', assertion: { type: 'toolCalledWith', toolName, args: { args: {} } } },
  ];
  const labId = await drafted([
    { title: 1, steps: 'nonsense' },
    { title: 'Reads', steps: steps('read') },
    { title: 'Invented', steps: steps('invented') },
  ]);
  await answerAll();
  expect(await read(labId)).toMatchObject({
    status: 'completed',
    tasks: { source: 'drafted', draftedBy: 'openai/drafts', count: 1, leftOut: { unknownTool: 1 } },
    progress: { trials: 1, done: 1 },
  });
  expect(await read(await drafted([]))).toMatchObject({ status: 'failed', error: { code: 'NO_TASKS' } });
});

test.each<[string, object, string, number?]>([
  ['no tasks', { tasks: undefined }, ''],
  ['two sources of tasks', { draftTasks: 3 }, ''],
  ['a size of 1', { sizes: [1] }, '/sizes/0'],
  ['a size of 251', { sizes: [5, 251] }, '/sizes/1'],
  ['nine sizes', { sizes: [2, 3, 4, 5, 6, 7, 8, 9, 10] }, '/sizes'],
  ['one size twice', { sizes: [5, 5] }, '/sizes'],
  [
    'too many trials',
    { tasks: Array.from({ length: 100 }, () => task('find')), sizes: [2, 3, 4, 5, 6, 7], repetitions: 10 },
    '/sizes',
  ],
  ['a task for an unknown tool', { tasks: [task('search'), task('fly')] }, '/tasks/1/expectedTool'],
  [
    'arguments of a megabyte',
    { tasks: [task('search', { arguments: { q: 'x'.repeat(5_000) } })] },
    '/tasks/0/arguments',
  ],
  ['an override of an unknown tool', { overrides: [{ toolName: 'fly', name: 'run' }] }, '/overrides/0/toolName'],
  [
    'an override with the name of another tool',
    { overrides: [{ toolName: 'find', name: 'read' }] },
    '/overrides/0/name',
  ],
  ['an override without a change', { overrides: [{ toolName: 'find' }] }, '/overrides/0'],
  [
    'a description of a megabyte',
    { overrides: [{ toolName: 'find', description: 'x'.repeat(1_000_000) }] },
    '/overrides/0/description',
  ],
  ['a name that models refuse', { overrides: [{ toolName: 'find', name: 'find it' }] }, '/overrides/0/name'],
])('a lab with %s is refused', async (_, more, path) => {
  await expect(start(more)).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: [{ path }] } });
});

test('an unknown server, a server without tools, an unknown model and a shut gate are refused', async () => {
  runs.world.tools.set('empty', []);
  await expect(start({}, { serverId: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(start({}, { serverId: 'empty' })).rejects.toMatchObject({ code: 'FEATURE_NOT_SUPPORTED' });
  await expect(start({ model: 'openai/none' })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { model: 'openai/none' },
  });
  await expect(start({}, { as: testCaller as typeof caller })).rejects.toMatchObject({
    code: 'FORBIDDEN',
    details: { feature: 'swarms' },
  });
  expect((await runs.call(operations.listCatalogueLabs, {}, {}, testCaller)).items).toEqual([]);
  const { labId } = await start({ model: 'scripted/rules' });
  await expect(runs.call(operations.getCatalogueLab, { labId }, {}, testCaller)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect(await read(labId)).toMatchObject({
    isLanguageModel: false,
    note: expect.stringContaining('not a language model'),
  });
  await cancel(labId);
});

test('the watchdog ends a silent lab, retention deletes an old one, and ten may be under way', async () => {
  const { pool } = runs.db;
  const { labId } = await start();
  await pool.query(`update catalogue_labs set deadline_at = now() - interval '1 s' where id = $1`, [labId]);
  await endOverdueRuns(pool, silentLog);
  expect(await read(labId)).toMatchObject({ status: 'failed', error: { code: 'RUNNER_LOST' } });
  await pool.query(`update catalogue_labs set ended_at = now() - interval '9 days' where id = $1`, [labId]);
  await deleteOldLabs(pool, { organizationId: 'org', days: 8 });
  await expect(read(labId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const tenLabs = (status: string) =>
    pool.query(
      `update catalogue_labs set status = $1 where id in (select id from catalogue_labs where run_id is null order by id limit 10)`,
      [status],
    );
  await tenLabs('running');
  await expect(start()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  await tenLabs('completed');
});

test('a description experiment compares descriptions on the cases and the tools of a run', async () => {
  const inventory = [
    { serverId: 'srv', serverName: 'everything', complete: true, tools: [{ name: 'find' }, { name: 'recorded_only' }] },
  ];
  const asked = (i: number) =>
    promptCase(`c${i}`, {
      steps: [
        { id: 'p', kind: 'prompt', prompt: `${i}: please find` },
        { id: 'a', kind: 'assert', assertion: { type: 'toolCalledAtLeastOnce', toolName: 'find' } },
      ],
      models: [{ model: 'openai/gpt-test' }],
    });
  runs.world.suites.set('asked', { cases: [1, 2, 3, 4, 5, 6].map(asked) });
  const { runId } = await runs.call(operations.createEvalRun, {}, { suiteId: 'asked' }, caller);
  await runs.report(await runs.lease('r'), () => ({ ...echoTranscript('x'), inventory }));
  const body = { overrides: [{ toolName: 'find', description: 'Finds anything.' }] };
  const draft = await runs.call(operations.createDescriptionExperiment, { runId }, body, caller);
  expect(draft).toMatchObject({
    runId,
    status: 'draft',
    model: 'openai/gpt-test',
    sizes: [2],
    tasks: { source: 'run', count: 6 },
    catalogue: { toolsFrom: 'run', ownTools: 2, builtInDistractors: 0 },
    report: null,
  });
  expect(await lease()).toEqual([]);
  const experiment = { experimentId: draft.id };
  const started = await runs.call(operations.startDescriptionExperiment, experiment, {}, caller);
  expect(started).toMatchObject({ status: 'running', progress: { trials: 12 } });
  expect(await runs.call(operations.startDescriptionExperiment, experiment, {}, caller)).toMatchObject({
    status: 'running',
  });
  // The model chooses by the description alone.
  await answerAll(({ trials, tools }) =>
    trials.map(({ position, offered }) => {
      const isNew = offered.some((place) => tools[place]!.description === 'Finds anything.');
      return { position, calls: [{ toolName: isNew ? 'find' : 'recorded_only', isOffered: true }] };
    }),
  );
  expect(await runs.call(operations.getDescriptionExperiment, experiment, {}, caller)).toMatchObject({
    status: 'completed',
    report: {
      minimumTasks: 5,
      comparison: {
        overall: { tasks: 6, old: { value: 0 }, new: { value: 1 }, difference: { delta: 1 }, conclusion: 'better' },
        tools: [{ toolName: 'find', overridden: true, conclusion: 'better' }],
      },
      confusedPairs: [
        {
          expectedTool: 'find',
          calledTool: 'recorded_only',
          count: 6,
          new: 0,
          calls: [{ taskId: 'c1' }, {}, {}, {}, {}],
        },
      ],
    },
  });
  const listed = await runs.call(operations.listDescriptionExperiments, { runId }, {}, caller);
  expect(listed.items).toMatchObject([{ id: draft.id, status: 'completed' }]);
  // An experiment is no lab of a server.
  await expect(read(draft.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });

  // Without recorded inventories, the lists in the traces say what the run saw.
  const { runId: traced } = await runs.call(operations.createEvalRun, {}, { suiteId: 'asked' }, caller);
  const wire = [
    { atMs: 0, serverId: 'srv', direction: 'sent', bytes: 0, message: { id: 1, method: 'tools/list' } },
    {
      atMs: 1,
      serverId: 'srv',
      direction: 'received',
      bytes: 0,
      message: { id: 1, result: { tools: [{ name: 'find' }] } },
    },
  ];
  await runs.db.pool.query(
    `insert into trace_parts (owner_id, fence, part, body)
     select id, fence, 0, $2 from iterations where run_id = $1 order by position limit 1`,
    [traced, await gzipJson({ spans: [], wire })],
  );
  expect(await runs.call(operations.createDescriptionExperiment, { runId: traced }, body, caller)).toMatchObject({
    catalogue: { toolsFrom: 'run', ownTools: 1 },
  });

  const second = await runs.call(operations.createDescriptionExperiment, { runId }, body, caller);
  await cancel(second.id);
  await expect(
    runs.call(operations.startDescriptionExperiment, { experimentId: second.id }, {}, caller),
  ).rejects.toMatchObject({ code: 'CONFLICT' });
  const create = (id: string, more: object = {}, as = caller) =>
    runs.call(operations.createDescriptionExperiment, { runId: id }, { ...body, ...more }, as);
  await expect(create('run_none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(create(runId, { overrides: [{ toolName: 'search', name: 'a' }] })).rejects.toMatchObject({
    details: { issues: [{ path: '/overrides/0/toolName' }] },
  });
  await expect(create(runId, {}, testCaller as typeof caller)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  runs.world.suites.set('mute', { cases: [promptCase('m')] });
  const mute = await runs.call(operations.createEvalRun, {}, { suiteId: 'mute' }, caller);
  await expect(create(mute.runId, { overrides: [{ toolName: 'read', name: 'a' }] })).rejects.toMatchObject({
    code: 'FEATURE_NOT_SUPPORTED',
    details: { leftOut: { noExpectedTool: 1 } },
  });
});
