import type { Surface } from '@assay/contract/areas/surfaces/documents';
import type { PatchOperation } from '@assay/contract/areas/diagnosis/lint';
import { lintSurface } from '../src/lint/lint-surface.ts';
import { similarTools } from '../src/lint/similar-tools.ts';

const surface = (lists: object): Surface => {
  const whole: unknown = {
    serverInfo: { name: 'desk', version: '1' },
    protocolVersion: '2025-11-25',
    capabilities: {},
    instructions: 'Use these tools together.',
    tools: [],
    resources: [],
    resourceTemplates: [],
    prompts: [],
    ...lists,
  };
  return whole as Surface;
};

const tool = (more: object) => ({
  name: 'refund_order',
  title: 'Refund',
  description: 'Refunds an order. Use this when a person wants money back.',
  inputSchema: {
    type: 'object',
    properties: { amount: { type: 'number', exclusiveMinimum: 0, description: 'In whole units.' } },
  },
  outputSchema: { type: 'object' },
  annotations: { readOnlyHint: false, destructiveHint: true },
  ...more,
});

/** Applies a patch whose parents exist. */
function patched(document: object, patch: PatchOperation[]): object {
  const copy = structuredClone(document);
  for (const { op, path, value } of patch) {
    const keys = path.split('/').slice(1);
    const parent = keys
      .slice(0, -1)
      .reduce<Record<string, unknown>>(
        (at, key) => at[key] as Record<string, unknown>,
        copy as Record<string, unknown>,
      );
    if (op === 'remove') delete parent[keys.at(-1)!];
    else parent[keys.at(-1)!] = value;
  }
  return copy;
}

const amount = (schema: object) => ({ inputSchema: { type: 'object', properties: { amount: schema } } });
test.each<[string, object]>([
  ['parameter-description-missing', amount({ type: 'number', exclusiveMinimum: 0 })],
  ['tool-description-missing', { description: '' }],
  ['tool-description-short', { description: 'Refunds.' }],
  ['tool-description-is-name', { description: 'refund order refund', name: 'refund_order_refund' }],
  ['tool-description-placeholder', { description: 'TODO' }],
  ['tool-description-without-use', { description: 'Money back of orders, in part or whole' }],
  ['tool-title-missing', { title: undefined }],
  ['annotations-missing', { annotations: undefined }],
  ['annotations-missing', { annotations: { readOnlyHint: false } }],
  ['annotations-contradictory', { annotations: { readOnlyHint: true, destructiveHint: true } }],
  ['annotations-ill-typed', { annotations: { readOnlyHint: 'true' } }],
  ['annotations-against-name', { name: 'delete_order', annotations: { readOnlyHint: false, destructiveHint: false } }],
  ['input-schema-missing', { inputSchema: undefined }],
  ['input-schema-not-object', { inputSchema: { properties: {} } }],
])('a declaration no longer breaks %s when it is rewritten', (ruleId, fault) => {
  const before = tool(fault);
  const found = (item: object) =>
    lintSurface({ surface: surface({ tools: [item] }) }).findings.filter((finding) => finding.ruleId === ruleId);
  const [{ rewrite } = { rewrite: undefined }] = found(before);
  expect(rewrite).toBeDefined();
  expect(found(patched(before, rewrite!.patch))).toEqual([]);
});

test('a rewrite says what a schema says, and leaves the rest blank', () => {
  const [finding] = lintSurface({
    surface: surface({ tools: [tool(amount({ type: 'number', exclusiveMinimum: 0 }))] }),
  }).findings;
  expect(finding!.rewrite).toMatchObject({
    patch: [
      {
        op: 'add',
        path: '/inputSchema/properties/amount/description',
        value: expect.stringContaining('a number above 0') as string,
      },
    ],
    blanks: ['/inputSchema/properties/amount/description'],
  });
});

test.each([
  ['a place', { item: { kind: 'tool' as const, name: 'refund_order' }, paths: ['/inputSchema/properties/amount'] }, 1],
  ['an item', { item: { kind: 'tool' as const, name: 'refund_order' } }, 2],
  ['the whole server', {}, 3],
])('findings are counted apart when %s is suppressed', (_, scope, hidden) => {
  const two = { amount: { type: 'number' }, currency: { type: 'string' } };
  const tools = [
    tool({ inputSchema: { type: 'object', properties: two } }),
    tool({
      name: 'get_order',
      description: 'Order by id. Use it before a refund of it.',
      ...amount({ type: 'number' }),
    }),
  ];
  const { summary, findings, suppressed } = lintSurface(
    { surface: surface({ tools }) },
    { suppressions: [{ id: 'sup_1', ruleId: 'parameter-description-missing', ...scope }] },
  );
  expect([summary.suppressed, suppressed.length]).toEqual([hidden, hidden]);
  expect(findings.filter(({ ruleId }) => ruleId === 'parameter-description-missing')).toHaveLength(3 - hidden);
});

test('tools whose words overlap are paired with the words that they share', () => {
  const tools = [
    { name: 'assign_ticket', description: 'Gives a ticket to an agent.' },
    { name: 'list_agents', description: 'Lists every agent.' },
    { name: 'ping' },
  ];
  expect(similarTools(surface({ tools }))).toEqual([
    { tools: ['assign_ticket', 'list_agents'], words: ['agent'], share: expect.closeTo(1 / 6) as number },
  ]);
});
