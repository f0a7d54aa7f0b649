import { LedgerService } from '@assay/mesh/gen/assay/v1/catalog';
import { operations } from '@assay/contract/operations';
import type { Caller } from '@assay/kit/security/caller';
import { PRICED_MODEL, startTestLedger, UNPRICED_MODEL, type TestLedger } from '../support/model-ledger.ts';

let ledger: TestLedger;
let bob: Caller;
beforeAll(async () => {
  ledger = await startTestLedger();
  await ledger.pool.query(`insert into users (id, email, name) values ('usr_bob', 'bob', 'bob')`);
  await ledger.pool.query(`insert into memberships (organization_id, user_id, role) values ($1, 'usr_bob', 'member')`, [
    ledger.organizationId,
  ]);
  bob = { ...ledger.ada, userId: 'usr_bob', organizationRole: 'member', role: 'member' };
});
afterAll(() => ledger.stop());
beforeEach(() => ledger.clear());

const other = { organizationId: 'org_other' };
const usage = async (query: object = {}, caller = ledger.ada) =>
  (await ledger.call(operations.listUsage, ledger.organization, query, caller)).items;
const privateProject = async () =>
  (await ledger.call(operations.createProject, {}, { name: 'secret', visibility: 'private' })).id;

describe('budgets', () => {
  test('keep their spending when set again with another limit', async () => {
    const first = await ledger.budget({ usd: 1 }, { period: 'day' });
    expect(first).toEqual({
      id: expect.stringMatching(/^budget_/),
      scope: { kind: 'organization', id: ledger.organizationId },
      period: 'day',
      limit: { usd: 1 },
      spent: { usd: 0 },
      reserved: { usd: 0 },
      remaining: { usd: 1 },
      resetsAt: Date.parse('2026-03-02T00:00:00Z'),
      createdAt: expect.any(Number),
      updatedAt: expect.any(Number),
    });
    await ledger.reserve('c1');
    await ledger.settle('c1');
    const again = await ledger.budget({ usd: 2.5 }, { period: 'day' });
    expect(again).toEqual({
      ...first,
      limit: { usd: 2.5 },
      spent: { usd: 0.0001 },
      remaining: { usd: 2.4999 },
      updatedAt: expect.any(Number),
    });
    expect(await ledger.budgets()).toEqual([again]);
  });

  test('differ by scope, period and unit', async () => {
    await ledger.budget({ usd: 1 });
    await ledger.budget({ tokens: 1 });
    await ledger.budget({ usd: 1 }, { period: 'day' });
    await ledger.budget({ usd: 1 }, { scope: { kind: 'project', id: ledger.projectId } });
    expect(await ledger.budgets()).toHaveLength(4);
    expect(await ledger.budgets({ scopeKind: 'project' })).toMatchObject([
      { scope: { kind: 'project', id: ledger.projectId } },
    ]);
  });

  test.each<[string, object, string]>([
    ['no scope', { period: 'day', limit: { usd: 1 } }, '/scope'],
    ['an unknown kind of scope', { scope: { kind: 'team', id: 'x' }, period: 'day', limit: { usd: 1 } }, '/scope/kind'],
    ['an unknown period', { scope: { kind: 'suite', id: 'x' }, period: 'week', limit: { usd: 1 } }, '/period'],
    ['no limit', { scope: { kind: 'suite', id: 'x' }, period: 'day', limit: {} }, '/limit'],
    ['two limits', { scope: { kind: 'suite', id: 'x' }, period: 'day', limit: { usd: 1, tokens: 1 } }, '/limit'],
    ['a limit below nothing', { scope: { kind: 'suite', id: 'x' }, period: 'day', limit: { usd: -1 } }, '/limit/usd'],
    [
      'less than a millionth of a dollar',
      { scope: { kind: 'suite', id: 'x' }, period: 'day', limit: { usd: 0.0000004 } },
      '/limit/usd',
    ],
    ['half a token', { scope: { kind: 'suite', id: 'x' }, period: 'day', limit: { tokens: 0.5 } }, '/limit/tokens'],
    ['an unknown key', { scope: { kind: 'suite', id: 'x' }, period: 'day', limit: { usd: 1 }, note: 'x' }, '/note'],
    [
      'another organization',
      { scope: { kind: 'organization', id: 'org_other' }, period: 'day', limit: { usd: 1 } },
      '/scope/id',
    ],
    [
      "a project that is not the organization's",
      { scope: { kind: 'project', id: 'prj_other' }, period: 'day', limit: { usd: 1 } },
      '/scope/id',
    ],
    [
      "a key that is not the organization's",
      { scope: { kind: 'key', id: 'key_other' }, period: 'day', limit: { usd: 1 } },
      '/scope/id',
    ],
  ])('with %s are refused', async (_, body, path) => {
    await expect(ledger.call(operations.setBudget, ledger.organization, body)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path }] },
    });
    expect(await ledger.budgets()).toEqual([]);
  });

  test('are removed once, and then cover nothing', async () => {
    const { id } = await ledger.budget({ tokens: 0 });
    expect(await ledger.call(operations.removeBudget, { ...ledger.organization, budgetId: id })).toEqual({
      id,
      removed: true,
    });
    expect(await ledger.reserve('c1')).toBeUndefined();
    await expect(ledger.call(operations.removeBudget, { ...ledger.organization, budgetId: id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('are released of what calls under way hold, and corrected when these are settled', async () => {
    const { id } = await ledger.budget({ tokens: 1_000 }, { scope: { kind: 'run', id: 'run_1' } });
    await ledger.budget({ tokens: 1_000 });
    await ledger.reserve('c1');
    await ledger.reserve('c2', { runId: 'run_2' });
    expect(await ledger.call(operations.releaseBudget, { ...ledger.organization, budgetId: id })).toMatchObject({
      id,
      spent: { tokens: 100 },
      reserved: { tokens: 0 },
    });
    expect(await ledger.calls()).toMatchObject([
      { id: 'c1', state: 'lapsed' },
      { id: 'c2', state: 'reserved' },
    ]);
    await ledger.settle('c1');
    expect(await ledger.budgets()).toMatchObject([
      { spent: { tokens: 90 }, reserved: { tokens: 150 } },
      { id, spent: { tokens: 90 }, reserved: { tokens: 0 } },
    ]);
  });

  test('are read by members and written by owners and admins', async () => {
    const { id } = await ledger.budget({ usd: 1 });
    expect(await ledger.call(operations.listBudgets, ledger.organization, {}, bob)).toMatchObject({ items: [{ id }] });
    const body = { scope: { kind: 'suite', id: 'x' }, period: 'day', limit: { usd: 1 } };
    await expect(ledger.call(operations.setBudget, ledger.organization, body, bob)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    const removed = ledger.call(operations.removeBudget, { ...ledger.organization, budgetId: id }, {}, bob);
    await expect(removed).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const released = ledger.call(operations.releaseBudget, { ...ledger.organization, budgetId: id }, {}, bob);
    await expect(released).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await ledger.budgets()).toHaveLength(1);
  });

  test('of another organization look like missing ones, also by their ids', async () => {
    const { id } = await ledger.budget({ usd: 1 });
    const stranger = { ...ledger.ada, ...other };
    for (const caller of [ledger.ada, stranger]) {
      const organization = caller === stranger ? ledger.organization : other;
      await expect(ledger.call(operations.listBudgets, organization, {}, caller)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
      await expect(
        ledger.call(operations.removeBudget, { ...organization, budgetId: id }, {}, caller),
      ).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    }
    await ledger.pool.query(`insert into organizations (id, name) values ('org_other', 'Other')`);
    await ledger.pool.query(
      `insert into memberships (organization_id, user_id, role) values ('org_other', $1, 'owner')`,
      [ledger.ada.userId],
    );
    const removed = ledger.call(operations.removeBudget, { ...other, budgetId: id }, {}, stranger);
    await expect(removed).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const released = ledger.call(operations.releaseBudget, { ...other, budgetId: id }, {}, stranger);
    await expect(released).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await ledger.budgets()).toHaveLength(1);
  });

  test('of a private project are visible to those with access to it, and deleted with it', async () => {
    const projectId = await privateProject();
    await ledger.budget({ usd: 1 }, { scope: { kind: 'project', id: projectId } });
    await ledger.mesh.call(
      LedgerService.setRunBudget,
      { ...ledger.organization, projectId, runId: 'run_9', limitTokens: 1 },
      { caller: { requestId: 'r', service: 'runs' } },
    );
    expect(
      [await ledger.budgets(), (await ledger.call(operations.listBudgets, ledger.organization, {}, bob)).items].map(
        ({ length }) => length,
      ),
    ).toEqual([2, 0]);
    await ledger.call(operations.deleteProject, { projectId }, {}, { ...ledger.ada, projectId });
    expect(await ledger.budgets()).toEqual([]);
  });

  test('are listed newest first, page by page', async () => {
    for (let i = 0; i < 5; i++) await ledger.budget({ usd: 1 }, { scope: { kind: 'suite', id: `suite_${i}` } });
    const first = await ledger.call(operations.listBudgets, ledger.organization, { limit: '3' });
    const second = await ledger.call(operations.listBudgets, ledger.organization, {
      limit: '3',
      cursor: first.nextCursor,
    });
    expect([...first.items, ...second.items].map(({ scope }) => scope.id)).toEqual([
      'suite_4',
      'suite_3',
      'suite_2',
      'suite_1',
      'suite_0',
    ]);
    expect(second).not.toHaveProperty('nextCursor');
    await expect(ledger.call(operations.listBudgets, ledger.organization, { cursor: 'x' })).rejects.toMatchObject({
      details: { issues: [{ path: '/cursor' }] },
    });
  });
});

describe('usage', () => {
  const spend = async (id: string, changes: object, tokens = 10) => {
    await ledger.reserve(id, changes);
    await ledger.settle(id, { inputTokens: tokens, outputTokens: tokens, cachedInputTokens: 5 });
    ledger.clock.at = new Date(ledger.clock.at.getTime() + 1);
  };
  beforeEach(async () => {
    await spend('a', {});
    await spend('b', { suiteId: 'suite_2', runId: 'run_2', keyId: '', purpose: 'judge' });
    ledger.clock.at = new Date('2026-03-02T12:00:00Z');
    await spend('c', { model: UNPRICED_MODEL }, 100);
    await ledger.reserve('open');
  });

  test('adds up ended calls by day', async () => {
    expect(await usage()).toEqual([
      {
        group: '2026-03-01',
        calls: 2,
        inputTokens: 20,
        outputTokens: 20,
        cachedInputTokens: 10,
        costUsd: 0.000052,
        uncostedCalls: 0,
      },
      {
        group: '2026-03-02',
        calls: 1,
        inputTokens: 100,
        outputTokens: 100,
        cachedInputTokens: 5,
        costUsd: null,
        uncostedCalls: 1,
      },
    ]);
  });

  test.each<[string, [string | undefined, number][]]>([
    [
      'suite',
      [
        ['suite_1', 2],
        ['suite_2', 1],
      ],
    ],
    [
      'run',
      [
        ['run_1', 2],
        ['run_2', 1],
      ],
    ],
    [
      'key',
      [
        [undefined, 1],
        ['key_1', 2],
      ],
    ],
    [
      'model',
      [
        [UNPRICED_MODEL, 1],
        [PRICED_MODEL, 2],
      ],
    ],
    [
      'provider',
      [
        ['custom', 1],
        ['openai', 2],
      ],
    ],
    [
      'purpose',
      [
        ['judge', 1],
        ['turn', 2],
      ],
    ],
  ])('adds up by %s', async (groupBy, expected) => {
    expect((await usage({ groupBy })).map(({ group, calls }) => [group, calls])).toEqual(expected);
  });

  test('covers the requested time: from its start, up to before its end', async () => {
    const [first, second] = [Date.parse('2026-03-01T12:00:00.001Z'), Date.parse('2026-03-02T12:00:00Z')];
    const counts = async (query: object) => (await usage({ groupBy: 'project', ...query })).map(({ calls }) => calls);
    expect(await counts({ from: String(first), to: String(second) })).toEqual([1]);
    expect(await counts({ from: String(first + 1), to: String(second + 1) })).toEqual([1]);
    expect(await counts({ from: String(first), to: String(second + 1) })).toEqual([2]);
    ledger.clock.at = new Date('2026-04-01T11:59:59Z');
    expect(await counts({})).toEqual([1]);
  });

  test('comes page by page, each over the same time', async () => {
    const pages: unknown[] = [];
    for (let cursor: string | undefined; pages.length === 0 || cursor;) {
      const page = await ledger.call(operations.listUsage, ledger.organization, {
        groupBy: 'key',
        limit: '1',
        ...(cursor && { cursor }),
      });
      pages.push(page.items.map(({ group }) => group));
      cursor = page.nextCursor;
      ledger.clock.at = new Date('2027-01-01T00:00:00Z');
    }
    expect(pages).toEqual([[undefined], ['key_1']]);
  });

  test.each<[string, object, string]>([
    ['a time that ends before it begins', { from: '5', to: '5' }, '/from'],
    ['no time', { from: 'yesterday' }, '/from'],
    ['an unknown group', { groupBy: 'user' }, '/groupBy'],
    ['a cursor of another list', { cursor: 'x' }, '/cursor'],
  ])('with %s is refused', async (_, query, path) => {
    await expect(usage(query)).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: [{ path }] } });
  });

  test('of a private project is visible to those with access to it, and outlives it', async () => {
    const projectId = await privateProject();
    await spend('secret', { projectId });
    const seenBy = async (caller: Caller) =>
      (await usage({ groupBy: 'project' }, caller)).some(({ group }) => group === projectId);
    expect([await seenBy(ledger.ada), await seenBy(bob)]).toEqual([true, false]);
    await ledger.call(operations.deleteProject, { projectId }, {}, { ...ledger.ada, projectId });
    expect(await seenBy(ledger.ada)).toBe(true);
  });

  test('of another organization is not found, as if it did not exist', async () => {
    await expect(ledger.call(operations.listUsage, other)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
