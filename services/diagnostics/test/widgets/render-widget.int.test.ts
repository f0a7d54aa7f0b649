import { InspectionOutcome } from '@assay/mesh/gen/assay/v1/inspection';
import { operations } from '@assay/contract/operations';
import { rows, sql } from '@assay/kit/postgres/db';
import { watchAudit } from '@assay/testkit/audit/watch-audit';
import { playedRunner } from '../support/played-runner.ts';
import { startTestDiagnostics, type TestDiagnostics } from '../support/start.ts';

let [fixture, plain]: TestDiagnostics[] = [];
beforeAll(async () => {
  [fixture, plain] = await Promise.all([startTestDiagnostics({ browserRunners: true }), startTestDiagnostics()]);
});
afterAll(() => Promise.all([fixture!.stop(), plain!.stop()]));

const input = { toolName: 'chart', arguments: { n: 1 }, theme: 'dark' as const };
const save = (more = {}) => fixture!.save('http://127.0.0.1:1/', more);
const reply = (answer: object) =>
  Buffer.from(
    InspectionOutcome.encode({ reply: Buffer.from(JSON.stringify(answer)), surface: Buffer.alloc(0) }).finish(),
  ).toString('latin1');

test('a widget is shown by a runner with a browser that reaches the server, and noted once', async () => {
  const told = await watchAudit(fixture!.pool);
  const at = save({ runnerLabels: ['lab'] });
  const answer = fixture!.send(operations.renderWidget, at, input, { timeoutMs: 300_000 });
  const runner = playedRunner(fixture!.runner, 'inspect', ['lab', 'browser']);
  const job = await runner.take();
  expect(JSON.parse(job.task.toString())).toMatchObject({ inspection: 'renderWidget', input });
  // Connecting, the call, the widget, and the looks at it.
  expect(job.timeoutMs).toBe(175_000);
  expect(await rows(fixture!.pool, sql`select labels from work`)).toEqual([{ labels: ['lab', 'browser'] }]);
  const shown = { status: 'no_ui_resource', hostStyle: 'assay' };
  await runner.complete(job, reply(shown));
  expect(JSON.parse((await answer).toString())).toEqual(shown);
  const target = { serverId: at.serverId, toolName: 'chart' };
  const entries = [...(await told())];
  while (entries.length < 2) entries.push(...(await told()));
  expect(entries).toMatchObject([
    { operation: 'RenderWidget', outcome: 'started', target },
    { operation: 'RenderWidget', outcome: 'done', target },
  ]);
});

test('nothing is asked of an installation without browsers', async () => {
  expect(
    await plain!.call(operations.renderWidget, plain!.save('http://127.0.0.1:1/'), {
      toolName: 'chart',
      hostStyle: 'claude',
    }),
  ).toEqual({
    status: 'browser_unavailable',
    reason: 'This installation has no runner with a browser (BROWSER_RUNNERS is off).',
    hostStyle: 'claude',
  });
  expect(await rows(plain!.pool, sql`select 1 from inspections`)).toEqual([]);
});

test('the status says so when no runner with a browser takes it', async () => {
  expect(await fixture!.call(operations.renderWidget, save(), input)).toEqual({
    status: 'browser_unavailable',
    reason: expect.stringContaining('No runner with the label browser took the request'),
    hostStyle: 'assay',
  });
}, 30_000);

test.each([
  ['no tool', { theme: 'dark' }, '/toolName'],
  ['a tool without a name', { toolName: '' }, '/toolName'],
  ['arguments that are not an object', { ...input, arguments: [1] }, '/arguments'],
  ['a result that is not an object', { ...input, result: 'ok' }, '/result'],
  ['a theme that no host has', { ...input, theme: 'sepia' }, '/theme'],
  ['a locale that is none', { ...input, locale: 'de_DE' }, '/locale'],
  ['a viewport without a height', { ...input, viewport: { width: 800 } }, '/viewport/height'],
  ['a viewport that is too wide', { ...input, viewport: { width: 2_001, height: 600 } }, '/viewport/width'],
  ['a time that is too long', { ...input, timeoutMs: 120_001 }, '/timeoutMs'],
  ['a screenshot that is no boolean', { ...input, screenshot: 'yes' }, '/screenshot'],
  ['a setting that there is not', { ...input, zoom: 2 }, '/zoom'],
])('%s is refused naming the path', async (_, body, path) => {
  await expect(fixture!.send(operations.renderWidget, save(), body)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: expect.arrayContaining([expect.objectContaining({ path })]) },
  });
});

test.each([
  ['is not there', () => ({ projectId: 'prj_1', serverId: 'srv_none' }), 'NOT_FOUND'],
  ['is switched off', () => save({ enabled: false }), 'CONFLICT'],
])('a server that %s is refused', async (_, at, code) => {
  await expect(fixture!.send(operations.renderWidget, at(), input)).rejects.toMatchObject({ code });
});
