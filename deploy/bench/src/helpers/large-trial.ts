import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import type { Transcript, TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';

const CALLS = 200;
const TOOLS = 20;
const ITEMS_PER_RESULT = 10;

const many = <T>(length: number, make: (index: number) => T): T[] => Array.from({ length }, (_, index) => make(index));

const Item = {
  type: 'object',
  required: ['id', 'title', 'price', 'tags'],
  properties: {
    id: { type: 'integer' },
    title: { type: 'string', pattern: '^Item \\d+$' },
    price: { type: 'number', minimum: 0 },
    tags: { type: 'array', items: { type: 'string' }, uniqueItems: true },
  },
};
const Page = {
  type: 'object',
  required: ['items'],
  properties: { items: { type: 'array', items: Item }, nextCursor: { type: 'string' } },
};

const declarations = many(TOOLS, (i) => ({
  name: `search_${i}`,
  description: `Searches the catalog number ${i} and answers a page of items.`,
  annotations: { readOnlyHint: true, destructiveHint: false },
  inputSchema: {
    type: 'object',
    required: ['query', 'limit'],
    properties: {
      query: { type: 'string', description: 'What to look for.' },
      limit: { type: 'integer', description: 'Items per page.' },
      filter: { type: 'object', description: 'More conditions.' },
    },
  },
  outputSchema: Page,
}));

function call(i: number): TranscriptToolCall {
  const items = many(ITEMS_PER_RESULT, (n) => ({
    id: n,
    title: `Item ${i}${n}`,
    price: n * 1.5,
    tags: ['new', `tag${n}`],
  }));
  const payload = { items, nextCursor: `page-${i + 1}` };
  return {
    id: `call_${i}`,
    stepId: 'ask',
    stepIndex: 0,
    promptIndex: 0,
    serverId: 'srv',
    serverName: 'catalog',
    toolName: `search_${i % TOOLS}`,
    arguments: { query: `words number ${i}`, limit: ITEMS_PER_RESULT, filter: { inStock: true, brands: ['a', 'b'] } },
    result: { content: [{ type: 'text', text: JSON.stringify(payload) }] },
    isError: false,
    startMs: i * 10,
    latencyMs: 9,
    resultBytes: 900,
  };
}

const reply = `I looked everything up. ${many(50, (i) => `Item ${i} costs ${i * 1.5} euros.`).join(' ')} That is all there is, 50 items in sum.`;

const inSteps: EvalAssertion[] = [
  ...many(5, (i): EvalAssertion => ({
    type: 'toolCalledWith',
    toolName: `search_${i}`,
    args: { args: { query: 'string', limit: ITEMS_PER_RESULT } },
    minCount: 10,
  })),
  { type: 'toolCalledAtLeastOnce', toolName: 'search_7' },
  { type: 'toolNeverCalled', toolName: 'buy' },
  { type: 'firstToolWas', toolName: 'search_0' },
  { type: 'toolCalledBefore', toolName: 'search_0', beforeToolName: 'search_19' },
  { type: 'responseContains', needle: '50 ITEMS' },
];
const ofCase: EvalAssertion[] = [
  { type: 'toolResultMatchesSchema', schema: Page },
  {
    type: 'toolResultMatchesSchema',
    schema: { type: 'object', properties: { items: { maxItems: ITEMS_PER_RESULT } } },
    toolName: 'search_3',
  },
  { type: 'responseMatches', pattern: '\\b\\d+ items in sum\\.$' },
  { type: 'responseMatches', pattern: 'Item \\d+ costs \\d+(?:\\.\\d)? euros' },
  { type: 'responseMatches', pattern: '^I (?:looked|searched)' },
  { type: 'toolResultContains', needle: '"Item 1999"' },
  { type: 'argumentsMatchToolSchema' },
  { type: 'onlyToolsCalled', toolNames: declarations.map(({ name }) => name) },
  { type: 'finalAssistantMessageNonEmpty' },
  { type: 'tokenBudgetUnder', tokens: 100_000 },
];
const warning = { role: 'advisory', severity: 'warn' } as const;
const ofSuite: EvalAssertion[] = [
  { type: 'toolDescriptionsPresent', ...warning },
  { type: 'toolAnnotationsPresent', ...warning },
  { type: 'toolNamesUnique', ...warning },
  { type: 'toolInputSchemasWellFormed', ...warning },
  { type: 'noRepeatedIdenticalCall', ...warning },
  { type: 'toolLatencyUnder', ms: 5_000, ...warning },
  { type: 'toolResultSizeUnder', maxBytes: 64_000, ...warning },
  { type: 'noToolErrors', ...warning },
  { type: 'fullPageHasContinuation', ...warning },
  { type: 'noDestructiveToolCalled', ...warning },
];

/** A trial with many calls and 30 assertions of many types, all of which pass. */
export interface LargeTrial {
  frozen: FrozenCase;
  suiteChecks: EvalAssertion[];
  transcript: Transcript;
}

export function largeTrial(): LargeTrial {
  const steps: EvalTestStep[] = [
    { id: 'ask', kind: 'prompt', prompt: 'Look everything up.' },
    ...inSteps.map((assertion, i): EvalTestStep => ({ id: `a${i}`, kind: 'assert', assertion })),
  ];
  return {
    frozen: {
      id: 'case',
      title: 'Everything',
      steps,
      iterations: 1,
      isNegative: false,
      models: [],
      failOnToolError: true,
      checks: { mode: 'extend', list: ofCase },
    },
    suiteChecks: ofSuite,
    transcript: {
      version: 1,
      userMessages: 1,
      usage: { inputTokens: 40_000, outputTokens: 2_000 },
      steps: steps.map(({ id, kind }, stepIndex) => ({
        stepId: id,
        stepIndex,
        kind,
        status: kind === 'assert' ? 'pending' : 'ok',
        startMs: 0,
        endMs: 1,
      })),
      messages: [
        { role: 'user', content: 'Look everything up.', promptIndex: 0 },
        { role: 'assistant', content: reply, promptIndex: 0 },
      ],
      toolCalls: many(CALLS, call),
      inventory: [
        {
          serverId: 'srv',
          serverName: 'catalog',
          complete: true,
          tools: declarations,
        },
      ],
    },
  };
}
