import type { Surface } from '@assay/contract/areas/surfaces/documents';
import { lintSurface } from '@assay/surface/lint/lint-surface';
import { lintLargeSurface } from './lint-large-surface.ts';

const subject = (tools: number) => ({
  surface: {
    serverInfo: { name: 'tools', version: '1' },
    protocolVersion: '2025-11-25',
    capabilities: {},
    tools: Array.from({ length: tools }, (_, i) => ({ name: `tool ${i}`, inputSchema: { type: 'object' } })),
    resources: [],
    resourceTemplates: [],
    prompts: [],
  } as unknown as Surface,
  pages: {},
});

test.each([
  ['is linted in place when it is small', 500, 0],
  ['is linted in a worker thread when it is large', 501, 1],
])('a surface %s', async (_name, tools, turns) => {
  let others = 0;
  setImmediate(() => others++);
  const judgement = await lintLargeSurface(undefined)(subject(tools), {});
  expect(others).toBe(turns);
  expect(judgement).toEqual(lintSurface(subject(tools), {}));
});

test('the lint of a large surface ends with its work item', async () => {
  const cancelled = AbortSignal.abort(new Error('cancelled'));
  await expect(lintLargeSurface(cancelled)(subject(501), {})).rejects.toThrow('cancelled');
});
