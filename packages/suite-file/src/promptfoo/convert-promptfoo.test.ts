import { convertSuite, formatOf } from '../convert.ts';
import { readText } from '../read-text.ts';

const read = (content: string) => {
  const text = readText(content);
  if ('faults' in text) throw new Error(JSON.stringify(text.faults));
  return text.text.value;
};
const convertYaml = (content: string, hints: object = { servers: ['everything'], model: 'scripted/rules' }) =>
  convertSuite(read(content), 'promptfoo', hints);
const fileOf = (content: string, hints?: object) => {
  const converted = convertYaml(content, hints);
  if ('faults' in converted) throw new Error(JSON.stringify(converted.faults));
  return converted.file;
};
/** The only case of a configuration with one test with this assertion. */
const caseWith = (assertion: unknown, vars: object = {}) =>
  fileOf(JSON.stringify({ prompts: ['hi'], tests: [{ vars, assert: [assertion] }] })).cases[0]!;
const assertionsOf = ({ steps }: { steps: { kind: string; assertion?: unknown }[] }) =>
  steps.filter(({ kind }) => kind === 'assert').map(({ assertion }) => assertion);

test('a configuration is recognized by its prompts', () => {
  expect(formatOf({ prompts: ['x'], tests: [] })).toBe('promptfoo');
  expect(formatOf({ prompts: ['x'], assay: 1 })).toBe('assay');
});

test('prompts and tests multiply out, with the fields that tests inherit', () => {
  const file = fileOf(
    `
description: Weather of the world
prompts:
  - "Weather in {{ city }}?"
  - {label: polite, raw: "Please, the weather in {{city}}, {{ who.name }}."}
providers: [openai:chat:gpt-5-mini]
evaluateOptions: {repeat: 3}
defaultTest:
  vars: {who: {name: Ann}}
  assert: [{type: trajectory:tool-used, value: get_weather}]
tests:
  - description: Paris
    vars: {city: Paris}
    assert: [{type: icontains, value: "{{city}}"}]
  - vars: {city: [Rome, Oslo]}
`,
    { servers: ['weather'] },
  );
  expect(file).toMatchObject({
    assay: 1,
    id: 'weather-of-the-world',
    name: 'Weather of the world',
    servers: ['weather'],
    model: 'openai/gpt-5-mini',
  });
  expect(file.cases.map(({ title }) => title)).toEqual([
    'Paris',
    'Paris (polite)',
    'Weather in Rome?',
    'Please, the weather in Rome, Ann. (polite)',
    'Weather in Oslo?',
    'Please, the weather in Oslo, Ann. (polite)',
  ]);
  expect(file.cases[1]).toEqual({
    title: 'Paris (polite)',
    iterations: 3,
    steps: [
      { id: 'prompt', kind: 'prompt', prompt: 'Please, the weather in Paris, Ann.' },
      { id: 'assert-1', kind: 'assert', assertion: { type: 'toolCalledAtLeastOnce', toolName: 'get_weather' } },
      {
        id: 'assert-2',
        kind: 'assert',
        assertion: { type: 'responseContains', needle: 'Paris', caseSensitive: false },
      },
    ],
    import: {
      status: 'exact',
      sourceCaseKey: 'tests[0]/prompts[1]',
      note: 'The prompt is a prompt step; trajectory:tool-used is toolCalledAtLeastOnce; icontains is responseContains, upper and lower case not told apart',
    },
  });
});

test('scenarios multiply out, assertion templates apply, and a test may have no assertions', () => {
  const file = fileOf(`
prompts: ["Say {{word}} in {{language}}"]
assertionTemplates: {polite: {type: contains, value: please}}
scenarios:
  - config: [{vars: {language: French}}, {vars: {language: Danish}}]
    tests: [{vars: {word: yes}, assert: [{$ref: "#/assertionTemplates/polite"}]}, {vars: {word: no}}]
`);
  expect(file.cases.map(({ title, import: claim }) => [title, claim?.sourceCaseKey, claim?.status])).toEqual([
    ['Say yes in French', 'scenarios[0].config[0].tests[0]/prompts[0]', 'exact'],
    ['Say no in French', 'scenarios[0].config[0].tests[1]/prompts[0]', 'exact'],
    ['Say yes in Danish', 'scenarios[0].config[1].tests[0]/prompts[0]', 'exact'],
    ['Say no in Danish', 'scenarios[0].config[1].tests[1]/prompts[0]', 'exact'],
  ]);
});

test.each<[string, unknown, object[]]>([
  ['contains', { type: 'contains', value: 'Hi' }, [{ type: 'responseContains', needle: 'Hi', caseSensitive: true }]],
  [
    'contains of a number',
    { type: 'contains', value: 4 },
    [{ type: 'responseContains', needle: '4', caseSensitive: true }],
  ],
  [
    'contains-all',
    { type: 'contains-all', value: ['a', 'b'] },
    [
      { type: 'responseContains', needle: 'a', caseSensitive: true },
      { type: 'responseContains', needle: 'b', caseSensitive: true },
    ],
  ],
  ['contains-any', { type: 'contains-any', value: 'a.b, c' }, [{ type: 'responseMatches', pattern: 'a\\.b|c' }]],
  ['icontains-any', { type: 'icontains-any', value: ['a', 'b'] }, [{ type: 'responseMatches', pattern: '(?i:a|b)' }]],
  ['equals', { type: 'equals', value: '2 + 2 = 4?' }, [{ type: 'responseMatches', pattern: '^2 \\+ 2 = 4\\?$' }]],
  ['starts-with', { type: 'starts-with', value: 'Yes' }, [{ type: 'responseMatches', pattern: '^Yes' }]],
  [
    'not-contains',
    { type: 'not-contains', value: 'Hi' },
    [{ type: 'responseNotContains', needle: 'Hi', caseSensitive: true }],
  ],
  [
    'not-icontains',
    { type: 'not-icontains', value: 'Hi' },
    [{ type: 'responseNotContains', needle: 'Hi', caseSensitive: false }],
  ],
  [
    'not-icontains-any',
    { type: 'not-icontains-any', value: ['foo', 'bar'] },
    [
      { type: 'responseNotContains', needle: 'foo', caseSensitive: false },
      { type: 'responseNotContains', needle: 'bar', caseSensitive: false },
    ],
  ],
  ['not-equals', { type: 'not-equals', value: 'a.b' }, [{ type: 'responseNotMatches', pattern: '^a\\.b$' }]],
  ['not-starts-with', { type: 'not-starts-with', value: 'Yes' }, [{ type: 'responseNotMatches', pattern: '^Yes' }]],
  ['not-regex', { type: 'not-regex', value: '\\d{4}' }, [{ type: 'responseNotMatches', pattern: '\\d{4}' }]],
  ['regex', { type: 'regex', value: '\\d{4}' }, [{ type: 'responseMatches', pattern: '\\d{4}' }]],
  [
    'tool-call-f1',
    { type: 'tool-call-f1', value: 'a, b' },
    [
      { type: 'toolCalledAtLeastOnce', toolName: 'a' },
      { type: 'toolCalledAtLeastOnce', toolName: 'b' },
      { type: 'onlyToolsCalled', toolNames: ['a', 'b'] },
    ],
  ],
  [
    'a tool used between twice and thrice',
    { type: 'trajectory:tool-used', value: { pattern: 'a', min: 2, max: 3 } },
    [
      { type: 'toolCalledWith', toolName: 'a', args: { args: {}, argumentMatching: 'ignore' }, minCount: 2 },
      { type: 'toolCallCountUnder', count: 4, toolName: 'a' },
    ],
  ],
  ['a tool not used', { type: 'not-trajectory:tool-used', value: 'a' }, [{ type: 'toolNeverCalled', toolName: 'a' }]],
  [
    'exact arguments',
    { type: 'trajectory:tool-args-match', value: { name: 'a', args: { x: { y: 1 } }, mode: 'exact' } },
    [{ type: 'toolCalledWith', toolName: 'a', args: { args: { x: { y: 1 } }, argumentMatching: 'exact' } }],
  ],
  [
    'arguments in part',
    { type: 'trajectory:tool-args-match', value: { name: 'a', arguments: { x: 1 } } },
    [{ type: 'toolCalledWith', toolName: 'a', args: { args: { x: 1 }, argumentMatching: 'partial' } }],
  ],
  [
    'few steps',
    { type: 'trajectory:step-count', value: { type: 'tool', max: 3 } },
    [{ type: 'toolCallCountUnder', count: 4 }],
  ],
  [
    'a set of assertions',
    { type: 'assert-set', assert: [{ type: 'contains', value: 'a' }] },
    [{ type: 'responseContains', needle: 'a', caseSensitive: true }],
  ],
  [
    'an assertion without weight',
    { type: 'contains', value: 'a', weight: 0 },
    [{ type: 'responseContains', needle: 'a', caseSensitive: true, role: 'advisory' }],
  ],
])('%s is converted exactly, with a note', (_, assertion, expected) => {
  const converted = caseWith(assertion);
  expect(assertionsOf(converted)).toEqual(expected);
  expect(converted.import).toMatchObject({ status: 'exact', note: expect.stringMatching(/ is /) });
});

test('a sequence of tools becomes the order of the expected calls', () => {
  const converted = caseWith({
    type: 'trajectory:tool-sequence',
    value: { mode: 'exact', steps: ['a', { name: 'b' }] },
  });
  expect(converted).toMatchObject({
    matchOptions: { toolCallOrder: 'exact', extraToolCalls: 0, arguments: 'ignore' },
    import: { status: 'exact' },
  });
  expect(assertionsOf(converted)).toMatchObject([{ toolName: 'a' }, { toolName: 'b' }]);

  const mixed = fileOf(
    JSON.stringify({
      prompts: ['hi'],
      tests: [
        {
          assert: [
            { type: 'trajectory:tool-sequence', value: ['a', 'b'] },
            { type: 'trajectory:tool-args-match', value: { name: 'a', args: {} } },
          ],
        },
      ],
    }),
  ).cases[0]!;
  expect(mixed.matchOptions).toBeUndefined();
  expect(mixed.import).toMatchObject({
    status: 'approximated',
    note: expect.stringContaining('order is not compared'),
  });
});

test.each<[string, unknown, object[]]>([
  ['a rubric', { type: 'llm-rubric', value: 'is kind' }, []],
  ['JSON', { type: 'is-json', value: { type: 'object' } }, [{ type: 'responseMatches' }]],
  ['latency', { type: 'latency', threshold: 5000 }, [{ type: 'toolLatencyUnder', ms: 5000 }]],
  ['some of the tools', { type: 'tool-call-f1', value: ['a'], threshold: 0.5 }, [{ type: 'toolCalledAtLeastOnce' }]],
  [
    'arguments inside arguments',
    { type: 'trajectory:tool-args-match', value: { name: 'a', args: { x: { y: 1 } } } },
    [{ type: 'toolCalledWith' }],
  ],
  [
    'an argument that names a type',
    { type: 'trajectory:tool-args-match', value: { name: 'a', args: { x: 'string' } } },
    [{ type: 'toolCalledWith' }],
  ],
  ['an answer that is not JSON', { type: 'not-is-json' }, [{ type: 'responseNotMatches' }]],
  ['a valid call', { type: 'is-valid-openai-tools-call' }, [{ type: 'argumentsMatchToolSchema' }]],
  [
    'a set with a threshold',
    { type: 'assert-set', threshold: 0.5, assert: [{ type: 'contains', value: 'a' }] },
    [{ type: 'responseContains' }],
  ],
])('%s is approximated, with the reason', (_, assertion, expected) => {
  const converted = caseWith(assertion);
  expect(assertionsOf(converted)).toMatchObject(expected);
  expect(converted.import).toMatchObject({ status: 'approximated', note: expect.stringContaining('nearly') });
});

test.each<[string, unknown]>([
  ['code', { type: 'javascript', value: 'output.length > 3' }],
  ['a negated rubric', { type: 'not-llm-rubric', value: 'is rude' }],
  ['negated code', { type: 'not-javascript', value: 'output.length > 3' }],
  ['one of several texts that is missing', { type: 'not-contains-all', value: ['a', 'b'] }],
  ['a look around', { type: 'regex', value: 'a(?!b)' }],
  ['a cost', { type: 'cost', threshold: 0.1 }],
  ['similarity', { type: 'similar', value: 'a' }],
  ['a wildcard', { type: 'trajectory:tool-used', value: { pattern: 'search*' } }],
  ['a transformed reply', { type: 'contains', value: 'a', transform: 'output.text' }],
  ['a value in a file', { type: 'equals', value: 'file://expected.txt' }],
  ['a filter of the template language', { type: 'contains', value: '{{ x | upper }}' }],
  ['the environment', { type: 'contains', value: '{{ env.HOME }}' }],
  ['an empty text', { type: 'contains', value: '' }],
  ['a name that objects inherit', { type: 'constructor', value: 'a' }],
  ['no type', { value: 'a' }],
])('a case that asserts only %s is unsupported', (_, assertion) => {
  const converted = caseWith(assertion);
  expect(assertionsOf(converted)).toEqual([]);
  expect(converted.import).toMatchObject({ status: 'unsupported', note: expect.stringContaining('not carried over') });
});

test('a case with a lost part is approximated, and names the part', () => {
  const [converted] = fileOf(
    JSON.stringify({
      prompts: ['hi'],
      tests: [
        {
          assert: [
            { type: 'contains', value: 'a' },
            { type: 'python', value: 'x' },
          ],
        },
      ],
    }),
  ).cases;
  expect(converted!.import).toMatchObject({
    status: 'approximated',
    note: expect.stringContaining('python is not carried over: code of the file is never run'),
  });
});

test.each([
  ['a block of the template language', '{% if a %}x{% endif %}'],
  ['a file', 'file://prompt.txt'],
  ['a path', 'prompts/one.txt'],
  ['an endless variable', '{{ loop }}'],
])('a prompt that is %s makes the case unsupported', (_, template) => {
  const [converted] = fileOf(
    JSON.stringify({
      prompts: [template],
      tests: [{ vars: { loop: '{{ loop }}' }, assert: [{ type: 'contains', value: 'a' }] }],
    }),
  ).cases;
  expect(converted!.import?.status).toBe('unsupported');
});

test('a chat becomes the messages of its user', () => {
  const chat = JSON.stringify([
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hi {{name}}' },
    { role: 'assistant', content: 'Hello' },
    { role: 'user', content: 'Bye' },
  ]);
  const [converted] = fileOf(JSON.stringify({ prompts: [chat], tests: [{ vars: { name: 'Bo' } }] })).cases;
  expect(converted!.steps).toEqual([
    { id: 'prompt-1', kind: 'prompt', prompt: 'Be brief.\n\nHi Bo' },
    { id: 'prompt-2', kind: 'prompt', prompt: 'Bye' },
  ]);
  expect(converted!.import?.status).toBe('approximated');
});

test('several providers become models of each case; providers that run code become none', () => {
  const { model, cases } = fileOf(
    JSON.stringify({
      prompts: ['hi'],
      providers: ['openai:gpt-5', { id: 'anthropic:messages:claude-sonnet' }, 'exec:python x.py'],
      tests: [{}],
    }),
    { servers: ['s'] },
  );
  expect(model).toBeUndefined();
  expect(cases[0]!.models).toEqual([{ model: 'openai/gpt-5' }, { model: 'anthropic/claude-sonnet' }]);
});

test('servers in the configuration of a provider become names', () => {
  const { servers } = fileOf(
    JSON.stringify({
      prompts: ['hi'],
      providers: [{ id: 'openai:gpt-5', config: { mcp: { servers: [{ name: 'weather', command: 'npx' }] } } }],
      tests: [{}],
    }),
    {},
  );
  expect(servers).toEqual(['weather']);
});

test.each<[string, object, object, string]>([
  ['no server', { prompts: ['hi'], tests: [] }, { model: 'a/b' }, '/servers'],
  ['no model', { prompts: ['hi'], providers: ['file://x.js'], tests: [{}, {}] }, { servers: ['s'] }, '/model'],
  ['tests in a file', { prompts: ['hi'], tests: 'file://tests.csv' }, { servers: ['s'] }, '/tests'],
  [
    'defaults in a file',
    { prompts: ['hi'], tests: [], defaultTest: 'file://d.yaml' },
    { servers: ['s'] },
    '/defaultTest',
  ],
  [
    'more cases than a suite has',
    {
      prompts: ['a'],
      tests: [{ vars: { a: Array.from({ length: 200 }, (_, i) => i), b: Array.from({ length: 100 }, (_, i) => i) } }],
    },
    { servers: ['s'], model: 'a/b' },
    '/tests',
  ],
])('a configuration with %s cannot be converted, and the missing part is named', (_, config, hints, path) => {
  expect(convertSuite(config, 'promptfoo', hints)).toEqual({ faults: [{ path, message: expect.any(String) }] });
});

test('a setting of the provider, and an option of a test, that is not carried over is named', () => {
  const { import: claim } = fileOf(
    JSON.stringify({
      prompts: ['hi'],
      providers: [{ id: 'openai:gpt-5', config: { temperature: 0.9, systemPrompt: 'be rude', apiKey: 'a secret' } }],
      tests: [{ options: { rubricPrompt: 'mine' }, assert: [{ type: 'contains', value: 'a' }] }],
    }),
  ).cases[0]!;
  expect(claim).toMatchObject({
    status: 'approximated',
    note: expect.stringMatching(/temperature, systemPrompt.*rubricPrompt/),
  });
  expect(claim?.note).not.toMatch(/apiKey|secret|rude/);
});

test.each<[string, object, object[], string]>([
  [
    'a set is advisory',
    { type: 'assert-set', assert: [{ type: 'contains', value: 'a' }] },
    [{ type: 'responseContains', needle: 'a', caseSensitive: true, role: 'advisory' }],
    'exact',
  ],
  ['a rubric is unsupported', { type: 'llm-rubric', value: 'polite' }, [], 'unsupported'],
  [
    'a sequence is advisory, without its order',
    { type: 'trajectory:tool-sequence', value: ['a'] },
    [
      {
        type: 'toolCalledWith',
        toolName: 'a',
        args: { args: {}, argumentMatching: 'ignore' },
        role: 'advisory',
      },
    ],
    'approximated',
  ],
])('%s when its weight is 0', (_, assertion, expected, status) => {
  const converted = caseWith({ ...assertion, weight: 0 });
  expect(assertionsOf(converted)).toEqual(expected);
  expect(converted.import?.status).toBe(status);
  expect(converted.expectedOutput).toBeUndefined();
  expect(converted.matchOptions).toBeUndefined();
});

test('a test for some providers keeps their models, and names the keys that are not read', () => {
  const { cases } = fileOf(
    JSON.stringify({
      prompts: ['hi'],
      providers: ['openai:gpt-5', 'anthropic:messages:claude-sonnet-4'],
      tests: [
        { providers: ['openai:gpt-5'], metadata: { owner: 'ann' }, assert: [{ type: 'contains', value: 'a' }] },
        { providers: ['openai:*'], tools: ['x'], assert: [{ type: 'contains', value: 'a' }] },
      ],
    }),
  );
  const [first, second] = cases;
  expect(first).toMatchObject({ models: [{ model: 'openai/gpt-5' }], import: { status: 'exact' } });
  expect(second!.import).toMatchObject({
    status: 'approximated',
    note: expect.stringMatching(/its provider is no model that is known here.*not carried over: tools/),
  });
});

describe('a configuration whose provider is an MCP server', () => {
  const casesOf = (tests: object[], hints: object = {}) =>
    fileOf(
      JSON.stringify({
        prompts: ['{{call}}'],
        providers: [{ id: 'mcp', config: { server: { name: 'files', command: 'npx' } } }],
        tests,
      }),
      hints,
    ).cases;

  test('becomes calls of its tools, judged by their results', () => {
    const [called] = casesOf([
      {
        vars: { call: '{"tool": "read_file", "args": {"path": "/a"}}' },
        assert: [{ type: 'contains', value: 'hello' }],
      },
    ]);
    expect(called).toMatchObject({
      steps: [
        { kind: 'toolCall', serverName: 'files', toolName: 'read_file', arguments: { path: '/a' } },
        { kind: 'assert', assertion: { type: 'toolResultContains', needle: 'hello' } },
      ],
      import: { status: 'exact', note: expect.stringContaining('a toolCall step') },
    });
  });

  test('keeps texts that a result must not contain', () => {
    const [called] = casesOf([{ vars: { call: '{"tool": "a"}' }, assert: [{ type: 'not-contains', value: 'b' }] }]);
    expect(called).toMatchObject({
      steps: [{ kind: 'toolCall' }, { assertion: { type: 'toolResultNotContains', needle: 'b' } }],
      import: { status: 'exact', note: expect.stringContaining('toolResultNotContains') },
    });
  });

  test.each([
    ['regex', String.raw`v1\.2 a`, 'v1.2 a'],
    ['contains-any', ['a.b'], 'a.b'],
    ['regex', String.raw`v1\d`, undefined],
    ['contains-any', ['a', 'b'], undefined],
    ['equals', 'a', undefined],
    ['starts-with', 'a', undefined],
  ])('judges a result by %s %j only if that is a text to contain', (type, value, needle) => {
    const [{ steps, import: claim } = {}] = casesOf([{ vars: { call: '{"tool": "a"}' }, assert: [{ type, value }] }]);
    const assertion = { type: 'toolResultContains', needle, caseSensitive: true };
    expect(steps).toMatchObject([{ kind: 'toolCall' }, ...(needle === undefined ? [] : [{ assertion }])]);
    expect(claim?.status).toBe(needle === undefined ? 'unsupported' : 'exact');
  });

  test('leaves out a case that names no tool when no model is known', () => {
    const tests = [{ vars: { call: 'Read /a' } }, { vars: { call: '{"tool": "a"}' } }];
    expect(casesOf(tests)).toMatchObject([{ steps: [{ toolName: 'a' }] }]);
    expect(casesOf(tests, { model: 'a/b' })).toHaveLength(2);
    const config = { prompts: ['Read /a'], providers: [{ id: 'mcp', config: { server: { name: 'files' } } }] };
    expect(convertSuite({ ...config, tests: [{}] }, 'promptfoo')).toEqual({
      faults: [{ path: '/prompts', message: expect.stringContaining('MCP server') }],
    });
  });

  test.each([
    ['names no tool', { vars: { call: 'Read /a' }, assert: [{ type: 'contains', value: 'a' }] }],
    [
      'only has an assertion about a model',
      { vars: { call: '{"tool": "a"}' }, assert: [{ type: 'regex', value: 'a+' }] },
    ],
    ['only has a rubric', { vars: { call: '{"tool": "a"}' }, assert: [{ type: 'llm-rubric', value: 'polite' }] }],
  ])('is unsupported when a case %s', (_, given) => {
    expect(casesOf([given], { model: 'a/b' })[0]!.import?.status).toBe('unsupported');
  });
});
