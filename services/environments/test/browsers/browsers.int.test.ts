import type { BrowserAgentCommand } from '@assay/contract/areas/browsers/command';
import { operations } from '@assay/contract/operations';
import { Role } from '@assay/mesh/gen/assay/v1/catalog';
import { callForDocument } from '@assay/kit/rpc/call-operation';
import { dial } from '@assay/kit/rpc/client';
import { rows, sql, transaction } from '@assay/kit/postgres/db';
import { purgeSome, insertPurge } from '@assay/kit/postgres/purge';
import { watchAudit } from '@assay/testkit/audit/watch-audit';
import { waitUntil } from '@assay/testkit/until';
import { COMMAND_END_MS, endDueBrowser, endSlowCommand } from '../../src/actions/browsers/end-browser.ts';
import { removeBrowsersOfMember } from '../../src/actions/browsers/remove-browsers.ts';
import { endDueBrowsers } from '../../src/background/browser-watchdog.ts';
import { deleteOldSessions } from '../../src/background/chat-retention.ts';
import { purgeSteps } from '../../src/background/purging.ts';
import { deleteOldScreenshots } from '../../src/store/browsers/browser-screenshots.ts';
import { meshSecret } from '../support/start.ts';
import { startBrowsers, lookedAt, screenshot, type Browsers } from './browser-fixture.ts';

let browsers: Browsers;
beforeAll(async () => {
  browsers = await startBrowsers();
  browsers.directory.roles.set('usr_2', Role.MEMBER);
});
afterAll(() => browsers.stop());

const look: BrowserAgentCommand = { op: 'observe', mode: 'text' };
const click: BrowserAgentCommand = { op: 'act', verb: 'click', target: { ref: 'e1' } };
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: unknown) => error,
  );
const counts = async (where: string) => {
  const { rows: found } = await browsers.pool.query<Record<string, number>>(`
    select (select count(*)::int from browsers where ${where}) as browsers,
           (select count(*)::int from browser_entries join browsers using (session_id) where ${where}) as entries,
           (select count(*)::int from browser_screenshots join browsers using (session_id) where ${where}) as screenshots`);
  return found[0];
};

describe('a session with a browser', () => {
  test('is answered once a runner has it open, with the first grant', async () => {
    const asked = browsers.create({
      policy: { allowedHosts: ['*.shop.example'], maxCommands: 5 },
      profileId: 'shopper',
    });
    const item = await browsers.driver.take();
    expect(item).toMatchObject({ organizationId: 'org_1', projectId: 'prj_1', labels: ['browser'] });
    expect(browsers.driver.browserTaskOf(item)).toMatchObject({
      policy: { mode: 'interactive', maxCommands: 5, screenshots: true, allowedHosts: ['*.shop.example'] },
      profile: { sealed: '', context: 'browser-profile:prj_1:usr_1:shopper' },
    });
    await browsers.driver.tell(
      item,
      { type: 'opened' },
      { type: 'blocked', url: 'https://ads.example/', reason: 'host' },
    );
    const { sessionId, ...reply } = await asked;
    expect(reply).toMatchObject({
      chatSessionId: sessionId,
      projectId: 'prj_1',
      browser: { status: 'open', profileId: 'shopper', readOnly: false, tabs: [], commandCount: 0 },
    });
    expect(reply.browser.idleEndsAt).toBeGreaterThan(Date.now());
    // A repeated beat adds nothing.
    await browsers.driver.tell(
      item,
      { type: 'opened' },
      { type: 'blocked', url: 'https://ads.example/', reason: 'host' },
    );
    expect((await browsers.trace(sessionId)).entries).toMatchObject([
      { seq: 1, kind: 'opened' },
      { seq: 2, kind: 'blocked', url: 'https://ads.example/', reason: 'host' },
    ]);
  });

  test('is made once by a key, and another request with the key is refused', async () => {
    const same = () => browsers.create({ idempotencyKey: 'once' });
    const both = [same(), same()];
    await browsers.driver.open();
    const [first, second] = await Promise.all(both);
    expect(first!.sessionId).toBe(second!.sessionId);
    expect(await same()).toMatchObject({ sessionId: first!.sessionId, replay: true });
    await expect(browsers.create({ idempotencyKey: 'once', policy: { maxCommands: 1 } })).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'IDEMPOTENCY_CONFLICT', sessionId: first!.sessionId },
    });
    expect(await browsers.driver.lease('browser')).toEqual([]);
  });

  test('is refused when no runner has a free browser, and its key is free again', async () => {
    const asked = refusal(browsers.create({ idempotencyKey: 'patient' }));
    await waitUntil(
      async () => (await rows(browsers.pool, sql`select from browsers where status = 'opening'`)).length > 0,
    );
    await endDueBrowsers(browsers.pool, { openingMs: -1 });
    expect(await asked).toMatchObject({
      code: 'RATE_LIMITED',
      details: { reason: 'BROWSER_CAPACITY' },
      retryAfter: 10,
    });
    expect(await browsers.driver.lease('browser')).toEqual([]);
    const again = browsers.create({ idempotencyKey: 'patient' });
    await browsers.driver.open();
    expect(await again).not.toHaveProperty('replay');
  });

  test('says why it could not be opened', async () => {
    const asked = refusal(browsers.create({ idempotencyKey: 'crash' }));
    await browsers.driver.end(await browsers.driver.take(), { reason: 'crashed' });
    expect(await asked).toMatchObject({ code: 'SERVER_UNREACHABLE', details: { endReason: 'crashed' } });
  });

  test('is another person’s business neither to drive nor to see', async () => {
    const { sessionId } = await browsers.created();
    const stranger = browsers.chatCaller('usr_2');
    for (const asked of [
      browsers.command(sessionId, look, {}, stranger),
      browsers.trace(sessionId, {}, stranger),
      browsers.open(sessionId, {}, stranger),
      browsers.ask(operations.deleteChatSession, { sessionId }, {}, stranger),
    ])
      await expect(asked).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(browsers.create({}, browsers.chatCaller('usr_viewer'))).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('a command', () => {
  test('goes to the runner that has the browser, and is answered with what it saw', async () => {
    const { sessionId, item } = await browsers.created();
    const asked = browsers.command(sessionId, {
      op: 'navigate',
      url: 'https://shop.example/',
      observeAfter: 'screenshot',
    });
    await waitUntil(
      async () => (await rows(browsers.pool, sql`select from work where kind = 'browser-command'`)).length > 0,
    );
    expect(await browsers.driver.lease('browser-command', 'another')).toEqual([]);
    const task = await browsers.driver.does(lookedAt(), [screenshot(), { ...screenshot(), mimeType: 'text/html' }]);
    expect(task).toMatchObject({ liveId: item.id, policy: { mode: 'interactive' } });
    const reply = await asked;
    expect(reply).toMatchObject({
      status: 'ok',
      observation: { text: 'Welcome' },
      screenshots: [{ mimeType: 'image/png', width: 1 }],
      browser: { commandCount: 1, tabs: [{ tabId: 't1', active: true }] },
      entries: [{ seq: 2, kind: 'command', observed: { mode: 'text', url: 'https://shop.example/' } }],
    });
    expect(JSON.stringify(reply)).not.toContain('body');
    const { id, url } = reply.screenshots![0]!;
    expect(url).toBe(`/api/v1/chat-sessions/${sessionId}/browser/screenshots/${id}`);
    const target = { sessionId, screenshotId: id };
    const caller = browsers.chatCaller();
    const image = await callForDocument(browsers.mesh, operations.getBrowserScreenshot, target, {}, { caller });
    expect(image).toMatchObject({
      contentType: 'image/png',
      headers: { 'Cache-Control': expect.stringMatching(/^private/) },
    });
    expect(image.json).toEqual(screenshot().body);
    const artifact = await browsers.ask(operations.readBrowserArtifact, { sessionId }, { commandId: reply.commandId });
    expect(artifact).toMatchObject({ observation: { text: 'Welcome' }, screenshots: [{ id }] });
    await browsers.pool.query(
      sql`update browser_screenshots set created_at = now() - interval '8 days' where id = ${id}`,
    );
    await deleteOldScreenshots(browsers.pool, 7, 10);
    expect(
      (await browsers.ask(operations.readBrowserArtifact, { sessionId }, { commandId: reply.commandId })).screenshots,
    ).toEqual([]);
  });

  test('is one at a time, and a repeated one waits for the outcome of the first', async () => {
    const { sessionId } = await browsers.created();
    const asked = browsers.command(sessionId, click, { commandId: 'c-1' });
    const item = await browsers.driver.takeCommand();
    await expect(browsers.command(sessionId, look)).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'COMMAND_IN_PROGRESS', commandId: 'c-1', retryAfterMs: 1_000 },
    });
    await expect(browsers.command(sessionId, look, { commandId: 'c-1' })).rejects.toMatchObject({
      details: { reason: 'IDEMPOTENCY_CONFLICT', commandId: 'c-1' },
    });
    const again = browsers.command(sessionId, click, { commandId: 'c-1' });
    await browsers.driver.answer(item, lookedAt());
    expect(await asked).not.toHaveProperty('replay');
    expect(await again).toMatchObject({ commandId: 'c-1', replay: true, browser: { commandCount: 1 } });
  });

  test('whose text is secret is masked wherever it is stored', async () => {
    const { sessionId } = await browsers.created();
    const secret = 'correct horse battery';
    const type: BrowserAgentCommand = { op: 'act', verb: 'type', target: { ref: 'e1' }, text: secret, secret: true };
    const asked = browsers.command(sessionId, type);
    const seen = lookedAt({
      observation: { mode: 'text', url: 'https://shop.example/', text: `It says ${secret}\u0000` },
    });
    expect((await browsers.driver.does(seen)).command).toMatchObject({ text: secret });
    expect(JSON.stringify(await asked)).not.toContain(secret);
    const { rows: stored } = await browsers.pool.query<{ n: number }>(
      `select count(*)::int as n from browser_entries where body::text || coalesce(observation::text, '') like '%${secret}%'`,
    );
    expect(stored[0]!.n).toBe(0);
  });

  test('is told from another by all but its secret text, whose hash could be guessed', async () => {
    const { sessionId } = await browsers.created();
    const types = (text: string) =>
      browsers.command(
        sessionId,
        { op: 'act', verb: 'type', target: { ref: 'e1' }, text, secret: true },
        { commandId: 'pin' },
      );
    const asked = types('1234');
    await browsers.driver.does();
    await asked;
    expect(await types('4321')).toMatchObject({ commandId: 'pin', replay: true });
  });

  test.each([
    [{ op: 'act', verb: 'click' }, 'VALIDATION_ERROR', '/command/target'],
    [{ op: 'act', verb: 'select', target: { ref: 'e1' } }, 'VALIDATION_ERROR', '/command/values'],
    [{ op: 'act', verb: 'close_tab' }, 'VALIDATION_ERROR', '/tabId'],
    [{ op: 'act', verb: 'click', target: { x: 1 } }, 'VALIDATION_ERROR', '/command/target/y'],
    [{ op: 'navigate', url: 'file:///etc/passwd' }, 'VALIDATION_ERROR', '/command/url'],
  ] as const)('%j is refused', async (sent, code, path) => {
    const asked = browsers.command('chat_unknown', sent);
    await expect(asked).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const [own] = await rows<{ id: string }>(
      browsers.pool,
      sql`select session_id as id from browsers where owner_id = 'usr_1' and status = 'open' and busy_with is null limit 1`,
    );
    const error = await refusal(browsers.command(own!.id, sent));
    expect(error).toMatchObject({ code, details: { issues: [{ path }] } });
  });

  test('is refused by a policy that only reads, has no screenshots or no command left', async () => {
    const { sessionId } = await browsers.created({ policy: { mode: 'read_only', screenshots: false, maxCommands: 1 } });
    await expect(browsers.command(sessionId, click)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      details: { verb: 'click' },
    });
    await expect(browsers.command(sessionId, { op: 'observe', mode: 'screenshot' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      details: { field: '/policy/screenshots' },
    });
    const asked = browsers.command(sessionId, look);
    await browsers.driver.does();
    await asked;
    await expect(browsers.command(sessionId, look)).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'BROWSER_COMMANDS_USED_UP' },
    });
  });

  test('whose outcome is lost lets nothing but observations through until one has succeeded', async () => {
    const { sessionId } = await browsers.created();
    const asked = browsers.command(sessionId, click, { commandId: 'lost' });
    await browsers.driver.fail(await browsers.driver.takeCommand(), 'TIMEOUT');
    expect(await asked).toMatchObject({
      status: 'unknown',
      error: { code: 'TIMEOUT' },
      browser: { unknownCommandId: 'lost' },
    });
    await expect(browsers.command(sessionId, click)).rejects.toMatchObject({
      details: { reason: 'BROWSER_OUTCOME_UNKNOWN', commandId: 'lost' },
    });
    const failed = browsers.command(sessionId, look);
    await browsers.driver.fail(await browsers.driver.takeCommand(), 'TIMEOUT');
    expect(await failed).toMatchObject({ status: 'failed', browser: { unknownCommandId: 'lost' } });
    const seen = browsers.command(sessionId, look);
    await browsers.driver.does();
    expect((await seen).browser).not.toHaveProperty('unknownCommandId');
    const acts = browsers.command(sessionId, click);
    await browsers.driver.does();
    expect(await acts).toMatchObject({ status: 'ok' });
  });

  test('that no runner reports ends as unknown', async () => {
    const { sessionId } = await browsers.created();
    const asked = browsers.command(sessionId, click);
    await waitUntil(async () => (await browsers.trace(sessionId)).entries.some(({ status }) => status === 'running'));
    await endDueBrowsers(browsers.pool, { commandMs: -1 });
    expect(await asked).toMatchObject({ status: 'unknown', error: { code: 'TIMEOUT' } });
  });

  test('goes on when it began after the look for slow ones, and so does its browser', async () => {
    const { sessionId } = await browsers.created();
    const asked = browsers.command(sessionId, click);
    const item = await browsers.driver.takeCommand();
    await endSlowCommand(browsers.pool, sessionId, COMMAND_END_MS);
    await endDueBrowser(browsers.pool, sessionId, { graceMs: 0, openingMs: 0 });
    expect((await browsers.trace(sessionId)).browser).toMatchObject({ status: 'open', busyWith: expect.any(String) });
    await browsers.driver.answer(item, lookedAt());
    expect(await asked).toMatchObject({ status: 'ok' });
  });
});

describe('the policy of a session', () => {
  test('is narrowed by later requests, and never widened', async () => {
    const { sessionId } = await browsers.created({ policy: { allowedHosts: ['*.shop.example'] }, profileId: 'fixed' });
    expect(
      await browsers.open(sessionId, { policy: { mode: 'read_only', allowedHosts: ['a.shop.example'] } }),
    ).toMatchObject({
      browser: { status: 'open', readOnly: true, policy: { mode: 'read_only', allowedHosts: ['a.shop.example'] } },
      entries: [],
    });
    await expect(browsers.command(sessionId, click)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(browsers.open(sessionId, { policy: { allowedHosts: ['other.example'] } })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: '/policy/allowedHosts' }] },
    });
    await expect(browsers.open(sessionId, { profileId: 'another' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: '/profileId' }], profileId: 'fixed' },
    });
  });
});

describe('a browser that ends', () => {
  test('by its owner keeps its profile for the next one', async () => {
    const { sessionId, item } = await browsers.created({ profileId: 'kept' });
    const profile = { projectId: 'prj_1', profileId: 'kept' };
    const closing = browsers.close(sessionId);
    await expect(browsers.call(operations.deleteBrowserProfile, profile)).rejects.toMatchObject({
      details: { reason: 'BROWSER_PROFILE_IN_USE', sessionId },
    });
    await browsers.driver.endWhenAsked(item, { profile: Buffer.from('sealed').toString('base64') });
    expect(await closing).toMatchObject({
      browser: { status: 'closed', endReason: 'closed', idleEndsAt: null },
      entries: [{ kind: 'closed', reason: 'closed' }],
    });
    await expect(browsers.command(sessionId, look)).rejects.toMatchObject({
      details: { reason: 'BROWSER_CLOSED', endReason: 'closed' },
    });
    expect(await browsers.call(operations.listBrowserProfiles, { projectId: 'prj_1' })).toMatchObject({
      items: [{ id: 'kept', bytes: 6 }],
    });
    const again = browsers.open(sessionId);
    const next = await browsers.driver.take();
    expect(Buffer.from(browsers.driver.browserTaskOf(next).profile!.sealed, 'base64').toString()).toBe('sealed');
    await browsers.driver.tell(next, { type: 'opened' });
    expect(await again).toMatchObject({ browser: { status: 'open', tabs: [] }, entries: [{ kind: 'opened' }] });
    const last = browsers.close(sessionId);
    await browsers.driver.endWhenAsked(next);
    await last;
    expect(await browsers.call(operations.deleteBrowserProfile, profile)).toEqual({ id: 'kept', deleted: true });
  });

  test('with its runner says so, and its command is unknown', async () => {
    const { sessionId, item } = await browsers.created();
    const asked = browsers.command(sessionId, click, { commandId: 'half' });
    await browsers.driver.takeCommand();
    await browsers.driver.fail(item, 'RUNNER_LOST');
    expect(await asked).toMatchObject({ status: 'unknown', browser: { status: 'closed', endReason: 'RUNNER_LOST' } });
    await expect(browsers.command(sessionId, look)).rejects.toMatchObject({
      details: { reason: 'BROWSER_CLOSED', endReason: 'RUNNER_LOST' },
    });
    expect((await browsers.trace(sessionId)).entries.at(-1)).toMatchObject({ kind: 'closed', reason: 'RUNNER_LOST' });
    const again = browsers.open(sessionId);
    await browsers.driver.open();
    expect(await again).toMatchObject({ browser: { status: 'open', unknownCommandId: 'half' } });
  });

  test.each(['idle', 'lifetime'])('by its %s limit is closed by the service as well', async (why) => {
    const { sessionId, item } = await browsers.created();
    await browsers.pool.query(
      why === 'idle'
        ? sql`update browsers set last_used_at = now() - interval '1 hour' where session_id = ${sessionId}`
        : sql`update browsers set opened_at = now() - interval '1 hour' where session_id = ${sessionId}`,
    );
    await endDueBrowsers(browsers.pool);
    expect((await browsers.trace(sessionId)).browser).toMatchObject({ status: 'closing' });
    await browsers.driver.endWhenAsked(item);
    expect((await browsers.trace(sessionId)).browser).toMatchObject({ status: 'closed', endReason: why });
  });
});

test('a trace is read by pages, with notes about commands', async () => {
  const { sessionId } = await browsers.created();
  const asked = browsers.command(sessionId, look, { commandId: 'looked' });
  await browsers.driver.does();
  await asked;
  const note = { text: 'The price is missing; api_key=abc123', commandId: 'looked' };
  expect(await browsers.ask(operations.noteInBrowser, { sessionId }, note)).toMatchObject({
    entries: [{ seq: 3, kind: 'note', text: 'The price is missing; api_key=[redacted]', commandId: 'looked' }],
  });
  await expect(
    browsers.ask(operations.noteInBrowser, { sessionId }, { ...note, commandId: 'other' }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const first = await browsers.trace(sessionId, { limit: 2 });
  expect(first).toMatchObject({ entries: [{ seq: 1 }, { seq: 2 }], lastSeq: 3, nextAfterSeq: 2 });
  const rest = await browsers.trace(sessionId, { afterSeq: 2, limit: 2 });
  expect(rest.entries).toMatchObject([{ seq: 3 }]);
  expect(rest).not.toHaveProperty('nextAfterSeq');
});

test('every write has an entry in the audit log', async () => {
  const told = await watchAudit(browsers.pool);
  const profile = { projectId: 'prj_1', profileId: 'audited' };
  const { sessionId, item } = await browsers.created({ profileId: 'audited' });
  const target = { sessionId, projectId: 'prj_1' };
  const asked = browsers.command(sessionId, look, { commandId: 'looked' });
  await browsers.driver.does();
  await asked;
  await browsers.ask(operations.noteInBrowser, { sessionId }, { text: 'Nothing' });
  await browsers.open(sessionId, { policy: { mode: 'read_only' } });
  const closing = browsers.close(sessionId);
  await browsers.driver.endWhenAsked(item, { profile: 'c2VhbGVk' });
  await closing;
  await browsers.call(operations.deleteBrowserProfile, profile);
  await browsers.ask(operations.deleteChatSession, { sessionId });
  expect(await told()).toMatchObject([
    { operation: 'CreateBrowser', target, after: { profileId: 'audited' } },
    { operation: 'SendBrowserCommand', target: { ...target, commandId: 'looked' }, after: { op: 'observe' } },
    { operation: 'NoteInBrowser', target, after: { seq: 3 } },
    { operation: 'OpenBrowser', target, after: { policy: { mode: 'read_only' } } },
    { operation: 'CloseBrowser', target, before: { status: 'open' } },
    { operation: 'DeleteBrowserProfile', target: profile, before: { id: 'audited' } },
    { operation: 'DeleteChatSession', target, before: { status: 'closed' } },
  ]);
});

describe('everything of a browser goes', () => {
  const filled = async (more = {}) => {
    const made = await browsers.created(more);
    const asked = browsers.command(made.sessionId, look);
    await browsers.driver.does(lookedAt(), [screenshot()]);
    await asked;
    return made;
  };
  const gone = { browsers: 0, entries: 0, screenshots: 0 };

  test('with its session, and its runner is told', async () => {
    const { sessionId, item } = await filled();
    expect(await counts(`session_id = '${sessionId}'`)).toEqual({ browsers: 1, entries: 2, screenshots: 1 });
    await browsers.ask(operations.deleteChatSession, { sessionId });
    expect(await counts(`session_id = '${sessionId}'`)).toEqual(gone);
    expect(await browsers.driver.tell(item, { type: 'opened' })).toBe(true);
    expect(await browsers.driver.end(item, { reason: 'closed' })).toBe(true);
    await expect(browsers.trace(sessionId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('with the membership of its owner', async () => {
    const caller = browsers.chatCaller('usr_2');
    const asked = browsers.create({ profileId: 'mine' }, caller);
    const item = await browsers.driver.open();
    const { sessionId } = await asked;
    await transaction(browsers.pool, (tx) =>
      removeBrowsersOfMember(tx, { userId: 'usr_2', organizationId: 'org_1', projectIds: ['prj_1'], removedAtMs: 0 }),
    );
    expect(await counts(`session_id = '${sessionId}'`)).toEqual(gone);
    await browsers.driver.end(item, { reason: 'closed', profile: 'c2VhbGVk' });
    expect(await rows(browsers.pool, sql`select from browser_profiles where owner_id = 'usr_2'`)).toEqual([]);
  });

  test('once it was not used for as long as sessions are kept', async () => {
    const { sessionId, item } = await filled();
    await browsers.driver.end(item, { reason: 'idle' });
    await browsers.pool.query(
      sql`update browsers set last_used_at = now() - interval '40 days' where session_id = ${sessionId}`,
    );
    const days = { organizationId: 'org_1', traces: 30, runs: 30 };
    browsers.directory.retention = [{ ...days, sessions: 30 }];
    const catalog = dial(browsers.catalogAddress, meshSecret, 'environments');
    await deleteOldSessions({ pool: browsers.pool, catalog }, new AbortController().signal);
    catalog.close();
    expect(await counts(`session_id = '${sessionId}'`)).toEqual(gone);
  });

  test('with its project', async () => {
    await filled({ profileId: 'of-project' });
    await transaction(browsers.pool, (tx) => insertPurge(tx, 'project', 'prj_1'));
    while (await purgeSome(browsers.pool, purgeSteps));
    expect(await counts(`project_id = 'prj_1'`)).toEqual(gone);
    expect(await rows(browsers.pool, sql`select from browser_profiles`)).toEqual([]);
  });
});
