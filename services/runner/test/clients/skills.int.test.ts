import type { BundleSkill } from '@assay/contract/areas/environments/bundle';
import { Outcome } from '@assay/mesh/gen/assay/v1/iterations';
import { plainClient } from '@assay/testkit/clients/plain-client';
import { scriptedMcp } from '@assay/testkit/mcp-servers/scripted-mcp';
import { startModelEndpoint, type ModelEndpoint, type ModelReply } from '@assay/testkit/model-endpoint/model-endpoint';
import { savedServer, specOf, workItem } from '../support/platform-stand-in.ts';
import { RunnerBench } from '../support/runner-bench.ts';

let printer: Awaited<ReturnType<typeof scriptedMcp>>;
let endpoint: ModelEndpoint;
let replies: ModelReply[];
let bench: RunnerBench;
beforeAll(async () => {
  printer = await scriptedMcp({
    'tools/list': () => ({ tools: [{ name: 'read_skill', inputSchema: { type: 'object' } }] }),
    'tools/call': () => ({ content: [{ type: 'text', text: 'Read by the server.' }] }),
  });
  endpoint = await startModelEndpoint(() => replies.shift() ?? { text: 'Done.' });
  bench = new RunnerBench({ endpoints: { openai: { baseUrl: endpoint.openaiUrl, apiKey: 'key' } } });
  await bench.open();
});
afterAll(async () => {
  await bench.close();
  await Promise.all([printer.stop(), endpoint.stop()]);
});

const SKILL: BundleSkill = {
  skillId: 'skill_1',
  name: 'forms',
  description: 'Fill in forms.',
  contentHash: 'hash',
  text: '# Use a black pen.',
  files: [{ path: 'references/pens.md', text: 'All pens.' }],
};

async function run(script: ModelReply[], more: object = {}) {
  replies = [...script];
  endpoint.requests.length = 0;
  const saved = [savedServer('printer', printer.url)];
  const steps = [{ id: 'p', kind: 'prompt' as const, prompt: 'Fill it in.' }];
  const spec = specOf(saved, {
    skills: [SKILL],
    execution: { systemPrompt: 'Be brief.', toolApproval: 'auto', maxSteps: 20 },
    clientConfig: plainClient(),
    ...more,
  });
  const done = await bench.execute(workItem(steps, saved, { model: 'openai/gpt-4.1', spec }), saved);
  const messages = (at: number) => endpoint.requests[at]!.body.messages as { role: string; content: unknown }[];
  const tools = ((endpoint.requests[0]!.body.tools ?? []) as { function: { name: string } }[]).map(
    (tool) => tool.function.name,
  );
  return { ...done, messages, tools };
}

test('a skill is told by name and description, and read when the model asks for it', async () => {
  const { report, transcript, messages, tools } = await run([
    { toolCalls: [{ name: 'read_skill_2', arguments: { name: 'forms' } }] },
    { toolCalls: [{ name: 'read_skill_2', arguments: { name: 'forms', file: 'references/pens.md' } }] },
  ]);
  expect(report.outcome).toBe(Outcome.COMPLETED);
  // The server has a tool of that name, which keeps it.
  expect(tools).toEqual(['read_skill', 'read_skill_2']);
  expect(messages(0)[0]!.content).toMatch(/^Be brief\.\n\n.*read_skill_2.*\n- forms: Fill in forms\.$/);
  expect(JSON.stringify(messages(0))).not.toContain('black pen');
  expect(messages(1).at(-1)).toMatchObject({ role: 'tool', content: expect.stringContaining('# Use a black pen.') });
  expect(messages(2).at(-1)).toMatchObject({ role: 'tool', content: 'All pens.' });
  // No server was called, so that no assertion about calls sees it.
  expect(transcript.toolCalls).toEqual([]);
  expect(transcript.messages[0]).toMatchObject({ role: 'system' });
});

test('the trace shows each reading of a skill', async () => {
  const { spans } = await run([{ toolCalls: [{ name: 'read_skill_2', arguments: { name: 'forms' } }] }]);
  expect(spans.filter(({ category }) => category === 'client')).toMatchObject([
    { name: 'connect printer' },
    { name: 'read_skill_2 {"name":"forms"}', status: 'ok', promptIndex: 0 },
  ]);
});

test('a run without skills has neither the tool nor the list', async () => {
  const { tools, messages } = await run([], { skills: undefined });
  expect(tools).toEqual(['read_skill']);
  expect(messages(0)[0]).toMatchObject({ content: 'Be brief.' });
});
