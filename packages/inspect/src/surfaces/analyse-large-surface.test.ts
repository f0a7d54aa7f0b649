import type { Surface } from '@assay/contract/areas/surfaces/documents';
import { lintSurface } from '@assay/surface/lint/lint-surface';
import { analyseLargeSurface } from './analyse-large-surface.ts';

const lint = (tools: number, description = '') => ({
  question: 'lint' as const,
  options: {},
  subject: {
    surface: {
      serverInfo: { name: 'tools', version: '1' },
      protocolVersion: '2025-11-25',
      capabilities: {},
      tools: Array.from({ length: tools }, (_, i) => ({
        name: `tool ${i}`,
        description,
        inputSchema: { type: 'object' },
      })),
      resources: [],
      resourceTemplates: [],
      prompts: [],
    } as unknown as Surface,
    pages: {},
  },
});

test.each([
  ['is linted in place when it is small', 40, 0, ''],
  ['is linted in a worker thread when it has many tools', 2_000, 1, ''],
  ['is linted in a worker thread when one tool is large', 1, 1, 'read this '.repeat(10_000)],
])('a surface %s', async (_name, tools, turns, description) => {
  let others = 0;
  setImmediate(() => others++);
  const judgement = await analyseLargeSurface(lint(tools, description));
  expect(others).toBe(turns);
  expect(judgement).toEqual(lintSurface(lint(tools, description).subject, {}));
});

test('the lint of a large surface ends with its work item', async () => {
  const cancelled = AbortSignal.abort(new Error('cancelled'));
  await expect(analyseLargeSurface(lint(2_000), cancelled)).rejects.toThrow('cancelled');
});
