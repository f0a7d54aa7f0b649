import { scriptedMcp } from '@assay/testkit/mcp-servers/scripted-mcp';
import { callStep, savedServer, workItem } from '../support/platform-stand-in.ts';
import { RunnerBench } from '../support/runner-bench.ts';

const bench = new RunnerBench();
beforeAll(() => bench.open());
afterAll(() => bench.close());

test.each([
  ['older', { content: 'hello' }, ['contentInvalid']],
  ['older', { content: [], structuredContent: [1] }, ['structuredContentInvalid']],
  ['newest', { content: [], structuredContent: [1] }, undefined],
  ['newest', { content: [{ type: 'video' }] }, ['contentInvalid']],
] as const)('a trial on the %s revision notes how a result breaks it: %#', async (revision, result, codes) => {
  const { url, stop } = await scriptedMcp({ 'tools/call': () => result }, revision);
  const server = savedServer('odd', url);
  const { transcript, spans } = await bench.execute(workItem([callStep('a', 'odd', 'print')], [server]), [server]);
  const [call] = transcript.toolCalls;
  expect(call).toMatchObject({ isError: false, result });
  expect(call!.findings?.map(({ code }) => code)).toEqual(codes);
  expect(spans.find(({ category }) => category === 'tool')?.message).toBe(
    call!.findings?.map(({ message }) => message).join(' '),
  );
  await stop();
});
