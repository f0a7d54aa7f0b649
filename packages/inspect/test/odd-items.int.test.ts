import { scriptedMcp, type McpScript } from '@assay/testkit/mcp-servers/scripted-mcp';
import { makeInspection } from '../src/inspect.ts';
import type { InspectionName } from '../src/inspections.ts';
import { inspectedServerOf } from './inspected-server.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

interface Seen {
  items: Record<string, unknown>[];
  invalidItems?: Record<string, unknown>[];
}

async function started(script: McpScript, revision: 'older' | 'newest') {
  const { url, stop } = await scriptedMcp(script, revision);
  stops.push(stop);
  const subject = inspectedServerOf(url);
  const ask = async <T>(name: InspectionName) =>
    JSON.parse((await makeInspection(subject, name, {}, 1_000_000)).toString()) as T;
  return { ask, subject };
}

const schema = { type: 'object' };
const SOUND = { name: 'sound', inputSchema: schema };
const odd = (item: object) => ({ name: 'odd', inputSchema: schema, ...item });
const REVISIONS = ['older', 'newest'] as const;

const tools: [string, Record<string, unknown>, string][] = [
  ['an input schema that is null', odd({ inputSchema: null }), 'input-schema-missing'],
  ['an input schema without a type', odd({ inputSchema: {} }), 'input-schema-not-object'],
  ['alternatives at the root', odd({ inputSchema: { oneOf: [schema] } }), 'input-schema-not-object'],
  ['a hint that is a word', odd({ annotations: { readOnlyHint: 'yes' } }), 'annotations-ill-typed'],
  ['a description that is null', odd({ description: null }), 'item-field-ill-typed'],
];

test.each(REVISIONS.flatMap((revision) => tools.map((row) => [revision, ...row] as const)))(
  'a list of the %s revision keeps a tool with %s, and every diagnosis names it',
  async (revision, _, item, ruleId) => {
    const { ask, subject } = await started({ 'tools/list': () => ({ tools: [SOUND, item] }) }, revision);
    const invalid = { index: 1, name: 'odd', why: expect.any(String) as unknown };
    expect(await ask('listTools')).toEqual({ items: [SOUND, item], invalidItems: [invalid] });
    const { contentHash, ...exported } = await ask<{ contentHash: string; tools: unknown }>('export');
    expect(exported).toMatchObject({ tools: [item, SOUND], invalidItems: { tools: [invalid] } });
    expect(await ask('lint')).toMatchObject({
      contentHash,
      findings: expect.arrayContaining([
        expect.objectContaining({ ruleId, location: expect.objectContaining({ name: 'odd' }) as unknown }),
      ]) as unknown,
    });
    expect(await ask('doctor')).toMatchObject({
      tools: [SOUND, item],
      checks: { tools: { cause: 'items_invalid', evidence: { invalid: [invalid] } } },
    });
    expect(subject.surfaces.map((surface) => surface.tools)).toEqual([1, 2, 3].map(() => [SOUND, item]));
  },
);

const unnamed: [string, string, McpScript, InspectionName, string, object][] = [
  ['tool', 'tools', { 'tools/list': () => ({ tools: [{ inputSchema: schema }, SOUND] }) }, 'listTools', 'name', SOUND],
  [
    'prompt',
    'prompts',
    { 'prompts/list': () => ({ prompts: [{ description: 'x' }, { name: 'greet' }] }) },
    'listPrompts',
    'name',
    { name: 'greet' },
  ],
  [
    'resource',
    'resources',
    { 'resources/list': () => ({ resources: [{ name: 'a' }, { uri: 'file:///b', name: 'b' }] }) },
    'listResources',
    'uri',
    { uri: 'file:///b', name: 'b' },
  ],
];

test.each(REVISIONS.flatMap((revision) => unnamed.map((row) => [revision, ...row] as const)))(
  'a list of the %s revision leaves out a %s that nothing identifies, and keeps it beside the others',
  async (revision, kind, list, script, listing, identity, sound) => {
    const { ask } = await started(script, revision);
    const { items, invalidItems } = await ask<Seen>(listing);
    const invalid = { index: 0, why: `has no ${identity}`, leftOut: true };
    expect([items, invalidItems]).toEqual([[sound], [{ ...invalid, item: expect.any(Object) as unknown }]]);
    expect(await ask('export')).toMatchObject({ [list]: [sound], invalidItems: { [list]: invalidItems } });
    expect(await ask('lint')).toMatchObject({
      findings: expect.arrayContaining([
        expect.objectContaining({ ruleId: 'item-unusable', location: { kind, name: '', path: '' } }),
      ]) as unknown,
    });
    expect(await ask('doctor')).toMatchObject({
      [list]: [sound],
      checks: { [list]: { evidence: { invalid: [invalid] } } },
    });
  },
);

test.each(REVISIONS)('a resource of the %s revision without a name stays, and is named', async (revision) => {
  const { ask } = await started({ 'resources/list': () => ({ resources: [{ uri: 'file:///b' }] }) }, revision);
  const invalid = { index: 0, name: 'file:///b', why: 'has no name' };
  expect(await ask('listResources')).toEqual({ items: [{ uri: 'file:///b' }], invalidItems: [invalid] });
  expect(await ask('export')).toMatchObject({ invalidItems: { resources: [invalid] } });
  expect(await ask('doctor')).toMatchObject({ checks: { resources: { cause: 'items_invalid' } } });
});
