import pg, { type ClientBase } from 'pg';
import { inFlight } from '@assay/kit/requests/in-flight';
import { startBrowsers, type Browsers } from '../browsers/browser-fixture.ts';
import { saidResult } from './chat-fixture.ts';

let browsers: Browsers;
beforeAll(async () => {
  browsers = await startBrowsers();
});
afterAll(() => browsers.stop());

/** The statements that messages make while `work` runs, each by its verb and its table. */
async function statementsOfMessages(work: () => Promise<unknown>): Promise<string[]> {
  const { query } = pg.Client.prototype;
  const seen: string[] = [];
  const noting = function (this: ClientBase, ...asked: [string | { text: string }]) {
    const [statement] = asked;
    if (inFlight()?.method.endsWith('/SendChatMessage')) seen.push(nameOf(statement));
    return Reflect.apply(query, this, asked) as unknown;
  };
  Object.assign(pg.Client.prototype, { query: noting });
  try {
    await work();
  } finally {
    Object.assign(pg.Client.prototype, { query });
  }
  return seen;
}

/** A read says whether it locks; a statement that writes is named by its first write. */
function nameOf(statement: string | { text: string }): string {
  const text = typeof statement === 'string' ? statement : statement.text;
  const [, verb, table] = /\b(insert into|update|delete from) (\w+)/.exec(text.replace('for no key update', '')) ?? [];
  if (verb !== undefined) return `${verb} ${table}`;
  const read = /\bfrom (\w+)/.exec(text)?.[1];
  if (read === undefined) return text;
  return text.includes('for no key update') ? `lock ${read}` : `read ${read}`;
}

test.each([
  ['without a browser', {}, [], []],
  ['with its open browser', { browser: {} }, ['read browsers'], ['lock browsers', 'update browsers']],
])('a continued message %s asks catalog once and reads its session once', async (_, more, read, used) => {
  const first = browsers.send('Hello', more);
  if ('browser' in more) await browsers.driver.open();
  await browsers.runner.say('Hi');
  const { sessionId } = await first;

  browsers.directory.asked.length = 0;
  const statements = await statementsOfMessages(async () => {
    const asked = browsers.send('And now?', { sessionId: sessionId!, ...more });
    await browsers.runner.complete(await browsers.runner.take(), saidResult('Done'));
    await asked;
  });
  expect(browsers.directory.asked).toEqual(['authorize']);
  // While it waits for the end of the turn, each notification makes it read the turn again.
  expect(statements.slice(0, statements.indexOf('commit') + 1)).toEqual([
    'read chat_sessions',
    ...read,
    'read turns',
    'begin',
    'lock chat_sessions',
    ...used,
    'insert into turns',
    'insert into chat_messages',
    'update chat_sessions',
    'insert into outbox',
    'insert into turn_events',
    'insert into work',
    'commit',
  ]);
  expect([...new Set(statements.slice(statements.indexOf('commit') + 1))]).toEqual(['read turns', 'read trace_parts']);
});
