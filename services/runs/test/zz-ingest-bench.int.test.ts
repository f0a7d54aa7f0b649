import { openRuns } from './harness.ts';
import { many, reporterOf } from './ingest.ts';
test('bench', async () => {
  const runs = await openRuns(); const r = reporterOf(() => runs);
  const more = { query: 'add', expectedToolCalls: [{ toolName: 'add', arguments: { a: 1 } }], actualToolCalls: [{ toolName: 'add', arguments: { a: 1 } }], trace: { messages: [{ role: 'user' as const, content: 'x'.repeat(1000) }] }, tokens: { input: 1, output: 2 } };
  for (const n of [200, 200, 2000, 4000]) { const t = performance.now(); await r.report({ results: many(n, more) }); console.log(n, Math.round(performance.now() - t), 'ms'); }
  const { runId } = await r.start({}); const t = performance.now(); for (let i = 0; i < 10; i++) await r.send(runId, many(1000, { caseTitle: 'same' }, i * 1000)); console.log('10 chunks of 1000', Math.round(performance.now() - t));
  await runs.close();
}, 60000);
