import type { Operation } from '@assay/contract/operation';
import type { GenerationDrafts } from '@assay/contract/areas/journeys/drafts';
import { JOURNEY_DRAFTS_KIND } from '@assay/contract/areas/journeys/drafting-kind';
import type { JourneyDraftsTask } from '@assay/contract/areas/journeys/drafting-work';
import type { WorkItem } from '@assay/mesh/gen/assay/v1/work';
import { operations } from '@assay/contract/operations';
import { bundleOfClient, bundleOfEnvironment } from '@assay/testkit/bundles-stand-in';
import { waitUntil } from '@assay/testkit/until';
import { RunFixture } from '../support/run-fixture.ts';
import { startTestSwarms, type TestSwarms } from '../support/start.ts';

let swarms: TestSwarms;
beforeAll(async () => {
  swarms = await startTestSwarms();
  for (const id of ['env_1', 'env_2']) swarms.neighbours.bundles.environments.set(id, bundleOfEnvironment(id, id));
  swarms.neighbours.bundles.clients.push(bundleOfClient('client_1', 'Desktop'));
  for (const [id, serverId] of [
    ['srvgroup_1', 'srv'],
    ['srvgroup_gone', 'srv_gone'],
  ] as const)
    swarms.neighbours.bundles.serverGroups.set(id, [serverId]);
});
afterAll(() => swarms.stop());

const project = { projectId: 'prj_1' };
const ada = { name: 'Ada', role: 'engineer', notes: 'Asks twice.' };
const pair = { sessionsPerTarget: 2, maxTurns: 3 };
const newPersona = (body: object = ada) => swarms.call(operations.createPersona, project, body);
const off = () => swarms.callerOf('prj_1', { features: [] });

test('a persona is created, read, edited and archived', async () => {
  const made = await newPersona();
  expect(made).toMatchObject({ ...ada, projectId: 'prj_1', source: 'manual', avatar: { shape: null, palette: null } });
  const target = { ...project, personaId: made.id };
  expect((await newPersona()).slug).toBe(`${made.slug}-2`);
  expect(await swarms.call(operations.updatePersona, target, { notes: '', avatarShape: 5 })).toMatchObject({
    name: 'Ada',
    notes: null,
    avatar: { shape: 5, palette: null },
  });
  await expect(swarms.call(operations.updatePersona, target)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  expect(await swarms.call(operations.deletePersona, target)).toEqual({ id: made.id, ...project, deleted: true });
  expect(await swarms.call(operations.deletePersona, target, {}, off())).toMatchObject({ deleted: true });
  await expect(swarms.call(operations.getPersona, target)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const { items } = await swarms.call(operations.listPersonas, project);
  expect(items.map(({ id }) => id)).not.toContain(made.id);
});

test.each([
  ['a name of 121 characters', { name: 'x'.repeat(121) }],
  ['a sixth avatar', { avatarShape: 6 }],
  ['notes of 2,001 characters', { notes: 'x'.repeat(2_001) }],
])('a persona with %s is refused', (_, more) =>
  expect(newPersona({ ...ada, ...more })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' }),
);

test('a request with the key of an earlier one is answered what that one was answered', async () => {
  const ask = (body: object) => swarms.call(operations.createPersona, { ...project, idempotencyKey: 'same' }, body);
  const [first, again] = [await ask(ada), await ask(ada)];
  expect(again).toEqual(first);
  await expect(ask({ ...ada, name: 'Bob' })).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { reason: 'IDEMPOTENCY_CONFLICT' },
  });
  const inBody = () =>
    swarms.call(operations.createSwarm, project, { name: 'Shoppers', ...pair, idempotencyKey: 'in the body' });
  expect(await inBody()).toEqual(await inBody());
});

test('a swarm is created, edited and archived', async () => {
  const made = await swarms.call(operations.createSwarm, project, { name: 'S', environmentIds: ['env_1'], ...pair });
  expect(made).toMatchObject({ name: 'S', description: null, environmentIds: ['env_1'], ...pair });
  const target = { ...project, swarmId: made.id };
  const edit = (body: object) => swarms.call(operations.updateSwarm, target, body);
  expect(await edit({ environmentIds: null, description: 'All' })).toMatchObject({
    environmentIds: [],
    description: 'All',
  });
  await expect(edit({ sessionsPerTarget: 3 })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  await expect(edit({ environmentIds: ['env_none'] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await swarms.call(operations.archiveSwarm, target, {}, off())).toMatchObject({ archived: true });
  await expect(swarms.call(operations.getSwarm, target)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a journey keeps the targets that it uses until it is archived', async () => {
  const { id: personaId } = await newPersona();
  const attached = (id: string) => swarms.neighbours.bundles.attached.get(id);
  const journey = await swarms.call(operations.createJourney, project, {
    goal: 'Find a shirt',
    personaId,
    environmentIds: ['env_1'],
    ...pair,
    rubric: { criteria: [{ kind: 'assertion', assertion: { type: 'noToolErrors' } }] },
  });
  expect(journey).toMatchObject({
    name: 'Find a shirt',
    personaId,
    swarmId: null,
    environmentIds: ['env_1'],
    rubric: { passThreshold: 0.8, criteria: [{ label: 'noToolErrors', role: 'gating' }] },
  });
  expect(attached(journey.id)).toEqual({ environmentIds: ['env_1'], clientIds: [] });
  const target = { ...project, journeyId: journey.id };
  const edited = await swarms.call(operations.updateJourney, target, {
    environmentIds: null,
    hostIds: ['client_1'],
    serverAttachmentId: 'srvgroup_1',
  });
  expect(edited).toMatchObject({ environmentIds: [], hostIds: ['client_1'], serverAttachmentId: 'srvgroup_1' });
  expect(attached(journey.id)).toEqual({ environmentIds: [], clientIds: ['client_1'] });
  await swarms.call(operations.archiveJourney, target, {}, off());
  expect(attached(journey.id)).toEqual({ environmentIds: [], clientIds: [] });
  await expect(swarms.call(operations.getJourney, target)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a journey keeps the ids of the clients that its writer names in any case', async () => {
  const { clients } = swarms.neighbours.bundles;
  clients.push(bundleOfClient('client_2', 'Desk  Top'), bundleOfClient('client_3', 'Twin'));
  clients.push(bundleOfClient('client_4', 'twin'));
  const { id: personaId } = await newPersona();
  const body = { goal: 'Find a shirt', personaId, ...pair };
  const made = await swarms.call(operations.createJourney, project, { ...body, hostIds: ['DESKTOP', 'client_1'] });
  expect(made.hostIds).toEqual(['client_1']);
  const edit = (hostIds: string[]) =>
    swarms.call(operations.updateJourney, { ...project, journeyId: made.id }, { hostIds });
  expect((await edit(['desk  top', 'Desktop'])).hostIds).toEqual(['client_2', 'client_1']);
  await expect(edit(['Desktop', 'TWIN'])).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: [{ path: '/hostIds/1' }], candidates: [{ id: 'client_3' }, { id: 'client_4' }] },
  });
  await expect(edit(['missing'])).rejects.toMatchObject({ code: 'NOT_FOUND', details: { client: 'missing' } });
  expect((await swarms.call(operations.getJourney, { ...project, journeyId: made.id })).hostIds).toEqual([
    'client_2',
    'client_1',
  ]);
});

test("an edit of another project's journey is refused before anything changes", async () => {
  const { id: personaId } = await newPersona();
  const body = { goal: 'Find a shirt', personaId, environmentIds: ['env_1'], ...pair };
  const { id: journeyId } = await swarms.call(operations.createJourney, project, body);
  const foreign = { projectId: 'prj_2', journeyId };
  const attaching: string[] = [];
  const { bundles } = swarms.neighbours;
  const before = bundles.attaching;
  bundles.attaching = async (request) => {
    attaching.push(request.projectId);
    await before(request);
  };
  for (const edit of [{ name: 'Mine' }, { environmentIds: ['env_2'] }])
    await expect(swarms.call(operations.updateJourney, foreign, edit)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(swarms.call(operations.archiveJourney, foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  bundles.attaching = before;
  expect(attaching).toEqual([]);
  expect(await swarms.call(operations.getJourney, { ...project, journeyId })).toMatchObject({
    name: 'Find a shirt',
    environmentIds: ['env_1'],
  });
});

test.each<[string, object, string]>([
  ['sessionsPerTarget without maxTurns', { sessionsPerTarget: 2 }, 'VALIDATION_ERROR'],
  ['maxTurns without sessionsPerTarget', { maxTurns: 2 }, 'VALIDATION_ERROR'],
  ['a goal of 4,001 characters', { ...pair, goal: 'x'.repeat(4_001) }, 'VALIDATION_ERROR'],
  ['a goal of blanks', { ...pair, goal: ' \n' }, 'VALIDATION_ERROR'],
  ['an unknown swarm', { ...pair, swarmId: 'swarm_none' }, 'VALIDATION_ERROR'],
  ['an unknown environment', { ...pair, environmentIds: ['env_none'] }, 'NOT_FOUND'],
  ['an unknown server group', { ...pair, serverAttachmentId: 'srvgroup_none' }, 'NOT_FOUND'],
  ['101 sessions', { sessionsPerTarget: 101, maxTurns: 1 }, 'VALIDATION_ERROR'],
])('a journey with %s is refused', async (_, more, code) => {
  const { id: personaId } = await newPersona();
  const draft = { goal: 'Find', personaId, ...more };
  await expect(swarms.call(operations.createJourney, project, draft)).rejects.toMatchObject({ code });
});

test('a goal of 4,000 characters is taken, and edits keep the rules of the pair and of the goal', async () => {
  const { id: personaId } = await newPersona();
  const goal = 'x'.repeat(4_000);
  const journey = await swarms.call(operations.createJourney, project, { goal, personaId, ...pair });
  expect(journey.goal).toBe(goal);
  for (const edit of [{ goal: `${goal}x` }, { sessionsPerTarget: 3 }, { maxTurns: 3 }])
    await expect(
      swarms.call(operations.updateJourney, { ...project, journeyId: journey.id }, edit),
    ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

test('a journey takes no swarm of another project', async () => {
  const { id: personaId } = await newPersona();
  const foreign = await swarms.call(operations.createSwarm, { projectId: 'prj_2' }, { name: 'Theirs', ...pair });
  await expect(
    swarms.call(operations.createJourney, project, { goal: 'Find', personaId, swarmId: foreign.id, ...pair }),
  ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

test('a journey takes no persona of another project, and none that is archived', async () => {
  const foreign = await swarms.call(operations.createPersona, { projectId: 'prj_2' }, ada);
  const archived = await newPersona();
  await swarms.call(operations.deletePersona, { ...project, personaId: archived.id });
  for (const { id: personaId } of [foreign, archived])
    await expect(
      swarms.call(operations.createJourney, project, { goal: 'Find', personaId, ...pair }),
    ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

const OF_SWARMS = Object.values(operations).filter(({ service }) => service === 'swarms');
const SHUT = OF_SWARMS.filter(({ gate }) => gate !== undefined).map((operation): [string, object, Operation] => {
  const { id, method, safe = false, whenShut } = operation;
  const finds = id.startsWith('list') ? { items: [] } : (whenShut ?? { code: 'NOT_FOUND' });
  const isRead = method === 'GET' || safe;
  return [id, isRead ? finds : { code: 'FORBIDDEN', details: { feature: 'swarms' } }, operation];
});

test('without the feature, only operations that make less use of swarms are allowed', () => {
  const ids = OF_SWARMS.map(({ id }) => id);
  const shut = SHUT.map(([id]) => id);
  expect(ids.filter((id) => !shut.includes(id))).toEqual(ids.filter((id) => /^(archive|delete|cancel)/.test(id)));
});

test.each(SHUT)('without the feature %s answers %j', async (_, answer, operation) => {
  const target = new Proxy(project, { get: (own, name) => Reflect.get(own, name) ?? 'x' });
  const asked = swarms.call(operation as typeof operations.listPersonas, target, {}, off());
  expect(await asked.catch((problem: unknown) => problem)).toMatchObject(answer);
});

describe('drafts of personas and journeys', () => {
  const drafted = {
    persona: { name: 'Ben', role: 'cook' },
    journeys: [{ goal: 'echo {"message":"text"}', suggestedChecks: [] }],
  };
  const facts = { generationModel: 'scripted/rules', warnings: [] };
  const outcome = { version: 1, drafts: { personas: [drafted], journeys: [], ...facts } };

  async function runnerReports(result: object | { code: string }): Promise<JourneyDraftsTask> {
    const fixture = new RunFixture(swarms);
    const item: WorkItem = await waitUntil(async () => (await fixture.lease(JOURNEY_DRAFTS_KIND))[0]);
    await fixture.report([item, result]);
    return JSON.parse(item.task.toString()) as JourneyDraftsTask;
  }
  /** The reply to a request that a runner answers, and the task that the runner was given. */
  async function answered(
    asking: Promise<GenerationDrafts>,
    result: object | { code: string } = outcome,
  ): Promise<{ task: JourneyDraftsTask; reply: GenerationDrafts }> {
    const [reply, task] = await Promise.all([asking, runnerReports(result)]);
    return { task, reply };
  }
  const generate = (body: object, caller = swarms.callerOf('prj_1')) =>
    swarms.call(operations.generatePersonas, project, body, caller);

  test('a runner drafts a persona for an environment, and nothing of it lasts', async () => {
    const { name, role } = await newPersona({ name: 'Zoe', role: 'nurse' });
    const existingPersonas = [{ name: 'Ann', role: 'cook' }];
    const { task, reply } = await answered(
      generate({ environmentId: 'env_1', existingPersonas, description: 'People in a hurry.' }),
    );
    expect(task).toMatchObject({
      account: { organizationId: 'org_1', projectId: 'prj_1', keyId: '' },
      spec: { servers: [{ id: 'srv', name: 'everything' }], declaredServers: [] },
      personaCount: 1,
      journeyCount: 3,
      description: 'People in a hurry.',
      existing: expect.arrayContaining([...existingPersonas, { name, role }]),
    });
    expect(reply).toEqual({ ...drafted, ...facts });
    const { rows } = await swarms.pool.query('select from generations union all select from work');
    expect(rows).toEqual([]);
  });

  test('a number of personas makes a batch, and a persona makes journeys, for a server group', async () => {
    const serverAttachmentId = 'srvgroup_1';
    const batch = await answered(generate({ serverAttachmentId, personaCount: 1, journeyCount: 5 }));
    expect(batch.task).toMatchObject({ personaCount: 1, journeyCount: 5, spec: { servers: [{ id: 'srv' }] } });
    expect(batch.reply).toEqual({ personas: [drafted], ...facts });
    const { journeys } = drafted;
    const own = await answered(
      swarms.call(operations.generateJourneys, project, { serverAttachmentId, persona: { name: 'Ben', role: 'cook' } }),
      { version: 1, drafts: { personas: [], journeys, ...facts } },
    );
    expect(own.task).toMatchObject({ persona: { name: 'Ben', role: 'cook' }, journeyCount: 3, existing: [] });
    expect(own.reply).toEqual({ journeys, ...facts });
  });

  test.each<[string, object, object]>([
    [
      'neither servers nor an environment',
      {},
      { code: 'VALIDATION_ERROR', details: { issues: [{ path: '/environmentId' }] } },
    ],
    [
      'both',
      { environmentId: 'env_1', serverAttachmentId: 'srvgroup_1' },
      { code: 'VALIDATION_ERROR', details: { issues: [{ path: '/environmentId' }] } },
    ],
    ['an unknown environment', { environmentId: 'env_none' }, { code: 'NOT_FOUND' }],
    ['an unknown server group', { serverAttachmentId: 'srvgroup_none' }, { code: 'NOT_FOUND' }],
    [
      'a server group with a deleted server',
      { serverAttachmentId: 'srvgroup_gone' },
      { code: 'CONFLICT', details: { code: 'ENV_SERVER_DELETED', serverIds: ['srv_gone'] } },
    ],
    ['six journeys', { environmentId: 'env_1', journeyCount: 6 }, { code: 'VALIDATION_ERROR' }],
    ['thirteen personas', { environmentId: 'env_1', personaCount: 13 }, { code: 'VALIDATION_ERROR' }],
    [
      'a description of 2,001 characters',
      { environmentId: 'env_1', description: 'x'.repeat(2_001) },
      { code: 'VALIDATION_ERROR' },
    ],
    [
      '31 existing personas',
      { environmentId: 'env_1', existingPersonas: Array.from({ length: 31 }, () => ({ name: 'A', role: 'b' })) },
      { code: 'VALIDATION_ERROR' },
    ],
  ])('a request with %s is refused', (_, body, problem) => expect(generate(body)).rejects.toMatchObject(problem));

  test.each<[string, object, object]>([
    [
      'the Problem of a runner',
      { version: 1, problem: { code: 'SERVER_UNREACHABLE', message: 'It is down.', details: { serverId: 'srv' } } },
      { code: 'SERVER_UNREACHABLE', message: 'It is down.', details: { serverId: 'srv' } },
    ],
    ['work that broke off', { code: 'TIMEOUT' }, { code: 'TIMEOUT', message: 'lost' }],
    [
      'an unknown code',
      { version: 1, problem: { code: 'ODD', message: 'x' } },
      { code: 'INTERNAL_ERROR', message: 'x' },
    ],
    [
      'a draft that could not be stored',
      { version: 1, drafts: { ...outcome.drafts, personas: [{ ...drafted, persona: { name: '', role: '' } }] } },
      { code: 'INTERNAL_ERROR' },
    ],
  ])('%s becomes the refusal of the request', async (_, result, problem) =>
    expect(answered(generate({ environmentId: 'env_1' }), result)).rejects.toMatchObject(problem),
  );
});
