import { operations } from '@assay/contract/operations';
import { answered, startRaw } from '../support/raw-server.ts';
import { startTestDiagnostics, type TestDiagnostics } from '../support/start.ts';

let fixture: TestDiagnostics;
beforeAll(async () => {
  fixture = await startTestDiagnostics();
});
afterAll(() => fixture.stop());

const toolsOf = (count: number, description = 'Does a thing.') =>
  Array.from({ length: count }, (_, i) => ({ name: `tool_${i}`, description, inputSchema: { type: 'object' } }));

/** A server with `count` tools. */
async function withTools(count: number, work: (at: ReturnType<TestDiagnostics['save']>) => Promise<void>) {
  const server = await startRaw(
    (message, response) => answered(response, message, JSON.stringify({ tools: toolsOf(count) })),
    { tools: {} },
  );
  await work(fixture.save(server.url)).finally(() => server.stop());
}
const surface = (count: number, description?: string) => ({
  protocolVersion: '2025-11-25',
  capabilities: {},
  tools: toolsOf(count, description),
  resources: [],
  resourceTemplates: [],
  prompts: [],
});

test('large surfaces are compared and linted in a worker thread', async () => {
  await withTools(1_500, async (at) => {
    const compared = fixture.call(operations.diffServer, at, {
      base: { export: surface(1_500) },
      head: { export: surface(1_500, 'Does another thing.') },
    });
    expect(await compared).toMatchObject({ changes: { length: 1_500 } });
    expect(await fixture.call(operations.lintServer, at, {})).toMatchObject({ summary: expect.any(Object) });
  });
});

test('a server with more than 10,000 tools is not analysed', async () => {
  await withTools(10_001, async (at) => {
    await expect(fixture.call(operations.lintServer, at, {})).rejects.toMatchObject({
      details: { cause: 'answer_too_large', maxTools: 10_000 },
    });
    await expect(
      fixture.call(operations.diffServer, at, { base: { export: surface(10_001) }, head: { export: surface(1) } }),
    ).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: [{ path: '/base/export/tools' }] } });
  });
});
