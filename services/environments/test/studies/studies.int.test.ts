import type { Operation } from '@assay/contract/operation';
import { operations } from '@assay/contract/operations';
import { newId } from '@assay/kit/id';
import { sql } from '@assay/kit/postgres/db';
import type { Caller } from '@assay/kit/security/caller';
import { defaultGuestExecution } from '@assay/contract/areas/studies/guest-execution';
import { linkOfToken } from '../../src/domain/studies/link-token.ts';
import { meshSecret, startTestEnvironments, type TestEnvironments } from '../support/start.ts';
import { storedClient, storedEnvironment, storedServerGroup } from '../support/stored.ts';
import { storedVisit } from '../support/stored-visit.ts';

let fixture: TestEnvironments;
let clientId: string;
beforeAll(async () => {
  fixture = await startTestEnvironments();
  clientId = await storedClient(fixture.pool, { name: 'Desktop', changes: { systemPrompt: 'Be kind.' } });
});
afterAll(() => fixture.stop());

const project = { projectId: 'prj_1' };
const as = (role: Caller['role'], projectId = 'prj_1'): Caller => fixture.callerOf(projectId, role);
const environment = (body: object = {}) => storedEnvironment(fixture.pool, clientId, { body });
const publish = (environmentId: string, settings: object = {}, caller = as('admin')) =>
  fixture.call(operations.publishStudy, { ...project, environmentId }, settings, caller);
const unpublish = (environmentId: string, query: object = {}, caller = as('admin')) =>
  fixture.call(operations.unpublishStudy, { ...project, environmentId }, query, caller);
const read = (studyId: string, caller = as('viewer')) =>
  fixture.call(operations.getStudy, { ...project, studyId }, {}, caller);
const update = (studyId: string, patch: object, caller = as('admin')) =>
  fixture.call(operations.updateStudy, { ...project, studyId }, patch, caller);
const rotate = (studyId: string, caller = as('admin')) =>
  fixture.call(operations.rotateStudyLink, { ...project, studyId }, {}, caller);
const rebind = (studyId: string, environmentId: string) =>
  fixture.call(operations.rebindStudy, { ...project, studyId }, { environmentId });
const linkIn = (url: string | null) => linkOfToken(meshSecret, url!.split('/').at(-1)!);

const visitState = async (sessionId: string) =>
  (
    await fixture.pool.query(sql`
    select chat_sessions.ended_at is not null as is_over, end_reason as reason, open_turn_id as turn, turns.status
    from chat_sessions left join turns on turns.session_id = chat_sessions.id where chat_sessions.id = ${sessionId}`)
  ).rows[0];
const over = (reason: string) => ({ is_over: true, reason, turn: null, status: 'cancelled' });
const live = { is_over: false, reason: null, turn: expect.any(String), status: 'running' };

describe('publishing', () => {
  test('makes a study with the name of its environment, for invited people, under a link', async () => {
    const environmentId = await environment();
    const study = await publish(environmentId);
    expect(study).toEqual({
      id: expect.stringMatching(/^study_/),
      environmentId,
      name: environmentId,
      mode: 'invited_only',
      accessVersion: 1,
      link: expect.stringMatching(/^https:\/\/assay\.example\/studies\/[\w-]+$/),
      created: true,
    });
    expect(linkIn(study.link)).toEqual({ kind: 'study', id: study.id, linkVersion: 1 });
    expect(await read(study.id)).toEqual({
      id: study.id,
      projectId: 'prj_1',
      environmentId,
      name: environmentId,
      description: '',
      mode: 'invited_only',
      hostStyle: 'assay',
      hostId: clientId,
      hostName: 'Desktop',
      serverCount: 1,
      serverNames: ['everything'],
      servers: [{ id: 'srv_everything', name: 'everything', url: null, useOAuth: false }],
      modelId: 'scripted/echo',
      systemPrompt: 'Be kind.',
      temperature: null,
      requireToolApproval: false,
      guestExecution: defaultGuestExecution,
      link: { path: new URL(study.link!).pathname, url: study.link },
      createdAt: expect.any(Number),
      updatedAt: expect.any(Number),
    });
  });

  test('an environment again answers its study, and says that settings were not applied', async () => {
    const environmentId = await environment();
    const first = await publish(environmentId, { name: 'Try us', mode: 'anyone_with_link', description: 'Hello' });
    expect(await publish(environmentId)).toEqual({ ...first, created: false });
    expect(await publish(environmentId, { name: 'Another' })).toEqual({
      ...first,
      created: false,
      overridesIgnored: true,
    });
  });

  test('makes one study of simultaneous requests', async () => {
    const environmentId = await environment();
    const studies = await Promise.all([1, 2, 3, 4].map(() => publish(environmentId)));
    expect(new Set(studies.map(({ id }) => id)).size).toBe(1);
    expect(studies.filter(({ created }) => created)).toHaveLength(1);
  });

  test.each([
    ['an unknown environment', async () => 'env_missing', { code: 'NOT_FOUND' }],
    [
      'an environment of another project',
      async () => storedEnvironment(fixture.pool, await storedClient(fixture.pool), { projectId: 'prj_2' }),
      { code: 'NOT_FOUND' },
    ],
    [
      'an environment that cannot be launched',
      async () => {
        const serverGroupId = await storedServerGroup(fixture.pool, ['srv_missing']);
        return storedEnvironment(fixture.pool, clientId, { serverGroupId });
      },
      { code: 'CONFLICT', details: { code: 'ENV_SERVER_DELETED' } },
    ],
    [
      'an ad-hoc environment',
      async () => (await fixture.call(operations.ensureAdhocEnvironment, project, { hostId: clientId })).environment.id,
      { code: 'CONFLICT' },
    ],
  ])('is refused for %s', async (_, environmentId, problem) => {
    await expect(publish(await environmentId())).rejects.toMatchObject(problem);
  });

  test.each([
    ['a name of more than 200 characters', { name: 'x'.repeat(201) }],
    ['an empty name', { name: '' }],
    ['a description of more than 2,000 characters', { description: 'x'.repeat(2_001) }],
    ['an unknown mode', { mode: 'public' }],
    ['an unknown field', { color: 'red' }],
  ])('is refused with %s', async (_, settings) => {
    await expect(publish(await environment(), settings)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  test('keeps the environment from being archived', async () => {
    const environmentId = await environment();
    const { id, name } = await publish(environmentId);
    const archive = () =>
      fixture.call(operations.archiveEnvironment, { ...project, environmentId }, { expectedRevision: 1 });
    await expect(archive()).rejects.toMatchObject({ code: 'CONFLICT', details: { studies: [{ id, name }] } });
    await unpublish(environmentId);
    expect(await archive()).toMatchObject({ archived: true });
  });
});

test('studies are listed newest first, in pages', async () => {
  const projectId = 'prj_list';
  const host = await storedClient(fixture.pool, { projectId, changes: { serverIds: ['srv_listed', 'srv_gone'] } });
  fixture.directory.servers.push({ ...fixture.directory.servers[0]!, id: 'srv_listed', projectId, name: 'listed' });
  const environmentIds = [1, 2, 3].map(() => newId('env'));
  for (const id of environmentIds) {
    await fixture.pool.query(sql`
      insert into environments (id, project_id, name, folded_name, client_id, body)
      values (${id}, ${projectId}, ${id}, ${id}, ${host}, '{}')`);
    await fixture.pool.query(sql`
      insert into studies (id, organization_id, project_id, environment_id, name, mode, guest_execution)
      values (${newId('study')}, 'org_1', ${projectId}, ${id}, ${id}, 'invited_only', '{}')`);
  }
  const list = (query: object) =>
    fixture.call(operations.listStudies, { projectId }, query, fixture.callerOf(projectId, 'viewer'));
  const first = await list({ limit: 2 });
  const second = await list({ limit: 2, cursor: first.nextCursor });
  expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(environmentIds.toReversed());
  expect(second.nextCursor).toBeUndefined();
  expect(first.items[0]).toMatchObject({ serverCount: 1, serverNames: ['listed'], hostId: host });
});

describe('a study', () => {
  test('is renamed by a member, and its mode is changed alone', async () => {
    const { id } = await publish(await environment());
    expect(await update(id, { name: 'Try us', description: 'Hello' }, as('member'))).toEqual({
      id,
      projectId: 'prj_1',
      name: 'Try us',
      description: 'Hello',
      mode: 'invited_only',
    });
    await expect(update(id, { name: 'x', mode: 'project_members' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
    await expect(update(id, {})).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  test('is widened by administrators alone', async () => {
    const { id } = await publish(await environment());
    await expect(update(id, { mode: 'anyone_with_link' }, as('member'))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await update(id, { mode: 'anyone_with_link' })).toMatchObject({ mode: 'anyone_with_link' });
    expect(await update(id, { mode: 'project_members' }, as('member'))).toMatchObject({ mode: 'project_members' });
  });

  test('ends its visits when its mode is narrowed, and not when it is widened', async () => {
    const environmentId = await environment();
    const { id } = await publish(environmentId);
    const visit = await storedVisit(fixture.pool, id);
    await update(id, { mode: 'anyone_with_link' });
    expect(await visitState(visit.sessionId)).toEqual(live);
    await update(id, { mode: 'invited_only' });
    expect(await visitState(visit.sessionId)).toEqual(over('narrowed'));
    expect(await publish(environmentId)).toMatchObject({ accessVersion: 2 });
    const work = await fixture.pool.query(sql`select from work where id = ${visit.turnId}`);
    expect(work.rowCount).toBe(0);
  });

  test('has a new link after a rotation, for administrators alone', async () => {
    const { id, link } = await publish(await environment());
    const visit = await storedVisit(fixture.pool, id);
    for (const role of ['viewer', 'member'] as const)
      await expect(rotate(id, as(role))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const rotated = await rotate(id);
    expect(rotated).toEqual({ id, projectId: 'prj_1', rotated: true, link: expect.any(String) });
    expect(rotated.link).not.toBe(link);
    expect(linkIn(rotated.link)).toEqual({ kind: 'study', id, linkVersion: 2 });
    expect(await visitState(visit.sessionId)).toEqual(over('linkRotated'));
  });

  test('uses another environment after a rebind', async () => {
    const [before, after] = [await environment(), await environment({ modelId: 'scripted/other' })];
    const { id } = await publish(before);
    const visit = await storedVisit(fixture.pool, id);
    expect(await rebind(id, after)).toEqual({ id, projectId: 'prj_1', environmentId: after, accessVersion: 2 });
    expect(await read(id)).toMatchObject({ environmentId: after, modelId: 'scripted/other' });
    expect(await visitState(visit.sessionId)).toEqual(over('rebound'));
    expect(await rebind(id, after)).toMatchObject({ accessVersion: 2 });
    const elsewhere = await storedEnvironment(fixture.pool, await storedClient(fixture.pool), { projectId: 'prj_2' });
    for (const other of [elsewhere, 'env_missing'])
      await expect(rebind(id, other)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('has its limits replaced as a whole', async () => {
    const { id } = await publish(await environment());
    const set = (limits: object, caller = as('admin')) =>
      fixture.call(operations.setGuestExecution, { ...project, studyId: id }, limits, caller);
    const { dailyTurnCap: _, ...limits } = { ...defaultGuestExecution, enabled: false, dailyCreditCap: 0.5 };
    expect(await set(limits)).toEqual({ id, projectId: 'prj_1', guestExecution: limits });
    expect((await read(id)).guestExecution).toEqual(limits);
    for (const faulty of [{ enabled: true }, {}, { ...limits, dailyCreditCap: -1 }, { ...limits, other: 1 }])
      await expect(set(faulty)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(set(limits, as('member'))).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('of another project is not found', async () => {
    const { id: studyId } = await publish(await environment());
    const target = { projectId: 'prj_2', studyId, memberIdOrEmail: 'a@example.org', sessionId: 'chat_1' };
    const requests: [Operation, object][] = [
      [operations.getStudy, {}],
      [operations.updateStudy, { name: 'x' }],
      [operations.rotateStudyLink, {}],
      [operations.rebindStudy, { environmentId: await environment() }],
      [operations.setGuestExecution, defaultGuestExecution],
    ];
    for (const [operation, input] of requests)
      await expect(fixture.call(operation, target, input)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('unpublishing', () => {
  test('hides the study, ends its visits, and makes room for another one', async () => {
    const environmentId = await environment();
    const { id } = await publish(environmentId);
    const visit = await storedVisit(fixture.pool, id);
    expect(await unpublish(environmentId)).toEqual({ environmentId, deleted: true, id });
    expect(await visitState(visit.sessionId)).toEqual(over('unpublished'));
    await expect(read(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(rotate(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await unpublish(environmentId)).toEqual({ environmentId, deleted: false });
    const again = await publish(environmentId);
    expect(again.created).toBe(true);
    expect(again.id).not.toBe(id);
  });

  test('of an environment with several studies needs the id of one', async () => {
    const [first, second] = [await environment(), await environment()];
    const [one, other] = [await publish(first, { name: 'one' }), await publish(second, { name: 'other' })];
    await rebind(other.id, first);
    await expect(unpublish(first)).rejects.toMatchObject({
      code: 'CONFLICT',
      details: {
        studies: [
          { id: one.id, name: 'one' },
          { id: other.id, name: 'other' },
        ],
      },
    });
    await expect(unpublish(first, { studyId: 'study_missing' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const query = { studyId: other.id, scenarioId: one.id };
    expect(await unpublish(first, query)).toMatchObject({ deleted: true, id: other.id });
    expect(await unpublish(first, { scenarioId: one.id })).toMatchObject({ deleted: true, id: one.id });
  });

  test('is possible while user testing is switched off; reads find nothing, and writes are refused', async () => {
    const environmentId = await environment();
    const { id: studyId } = await publish(environmentId);
    const off: Caller = { ...as('admin'), features: [] };
    expect(await fixture.call(operations.listStudies, project, {}, off)).toEqual({ items: [] });
    await expect(read(studyId, off)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const writes: [Operation, object][] = [
      [operations.publishStudy, {}],
      [operations.updateStudy, { name: 'x' }],
      [operations.rotateStudyLink, {}],
      [operations.rebindStudy, { environmentId }],
      [operations.setGuestExecution, defaultGuestExecution],
    ];
    const target = { ...project, environmentId, studyId };
    for (const [operation, input] of writes)
      await expect(fixture.call(operation, target, input, off)).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: expect.stringContaining('User testing'),
      });
    expect(await unpublish(environmentId, {}, off)).toMatchObject({ deleted: true });
  });

  test('needs the admin role', async () => {
    const environmentId = await environment();
    await publish(environmentId);
    await expect(unpublish(environmentId, {}, as('member'))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(publish(await environment(), {}, as('member'))).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

test('an invited member without a role in the project reads the study without its environment', async () => {
  const { id } = await publish(await environment());
  const stranger: Caller = { requestId: 'req', organizationId: 'org_1', userId: 'usr_2', features: ['userTesting'] };
  await expect(read(id, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await fixture.pool.query(sql`
    insert into study_members (id, study_id, email, folded_email, user_id)
    values (${newId('studymem')}, ${id}, 'a@example.org', 'a@example.org', 'usr_2')`);
  const seen = await read(id, stranger);
  expect(seen).toMatchObject({ id, serverNames: ['everything'] });
  expect(['environmentId', 'insights', 'guestExecution'].filter((name) => name in seen)).toEqual([]);
  await expect(read(id, { ...stranger, organizationId: 'org_2' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await update(id, { mode: 'project_members' });
  await expect(read(id, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
