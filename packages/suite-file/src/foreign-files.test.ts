import { loadSuiteFile } from './load-suite-file.ts';

test.each([
  ['mcpchecker', 'kind: Eval\nmetadata: {name: a}\nconfig: {taskSets: []}', /mcpchecker/],
  ['mcp-server-tester', 'tools: {tests: [{name: a, tool: b}]}', /mcp-server-tester/],
  ['an editor', '{"mcpServers": {"docs": {"url": "https://docs.example/mcp"}}}', /servers without cases/],
  [
    'an editor with comments',
    '{\n  // mine\n  "mcpServers": {"a": {"url": "https://a.example"},}, /* all */\n}',
    /servers without/,
  ],
  ['an editor with another key', '{"context_servers": {"docs": {"command": "x"}}}', /servers without cases/],
  ['mcptest', 'server: {command: node}\ntests: [{action: list_tools}, {action: call_tool, tool: a}]', /mcptest/],
  ['no content', '{}', /no part of a known format/],
  ['a list', '[{"name": "a"}]', /is a list/],
  ['questions in XML', '<evaluation>\n<qa_pair/></evaluation>', /XML/],
  ['a task per line', '{"task_id": "1"}\n{"task_id": "2"}\n', /JSON lines/],
])('a file of %s is recognized, and the readable formats are named', (_, content, kind) => {
  const loaded = loadSuiteFile(content);
  if (!('faults' in loaded)) throw new Error('the file was read');
  const [fault, ...others] = loaded.faults;
  expect(others).toEqual([]);
  expect(fault!.message).toMatch(kind);
  expect(fault!.message).toContain('promptfoo configurations');
});

test('JSON with comments is read, and a fault is told where it stands', () => {
  const file = (servers: string) =>
    `// Ours\n{"assay": 1, "id": "a", "name": "A", /* two\nlines */\n"servers": ${servers}, "cases": [],}`;
  expect(loadSuiteFile(file('["docs"]'))).toMatchObject({ file: { id: 'a', servers: ['docs'] } });
  expect(loadSuiteFile(file('{}'))).toEqual({
    faults: expect.arrayContaining([expect.objectContaining({ path: '/servers', line: 4 })]),
  });
});

test('an address without quotes is no comment', () => {
  expect(loadSuiteFile('{assay: 1, id: a, name: http://a.example, servers: [docs], cases: []}')).toMatchObject({
    file: { name: 'http://a.example' },
  });
});

test('a file of our format with a fault is told its fault', () => {
  expect(loadSuiteFile('assay: 1\nservers: {}\n')).toEqual({
    faults: expect.arrayContaining([expect.objectContaining({ path: '/servers' })]),
  });
});
