import type { JourneyDraftsTask } from '@assay/contract/areas/journeys/drafting-work';
import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import { knownTools, planScriptedTurn } from '../models/scripted-rules.ts';
import { DRAFT_CHECKS } from '../../handlers/draft-journeys/draft-checks.ts';
import { DraftCollection } from './draft-collection.ts';
import { draftByRules } from './rules-drafts.ts';

function draft(wanted: JourneyDraftsTask, from: ServerInventory[]) {
  const drafts = new DraftCollection(wanted, DRAFT_CHECKS);
  const warnings = draftByRules(wanted, from, drafts);
  const { personas, journeys } = drafts;
  return { personas, journeys, warnings: [...warnings, ...drafts.shortfall()] };
}

const text = { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] };
const inventory = (tools: Record<string, unknown>[], serverName = 'shop'): ServerInventory[] => [
  { serverId: 'srv', serverName, complete: true, tools },
];
const shop = inventory([
  { name: 'find', inputSchema: text },
  { name: 'buy', inputSchema: { type: 'object' } },
  { name: 'wipe', inputSchema: { type: 'object' }, annotations: { destructiveHint: true } },
]);
const task = (more: Partial<JourneyDraftsTask> = {}): JourneyDraftsTask => ({
  version: 1,
  account: { organizationId: '', projectId: '', keyId: '' },
  spec: { servers: [], declaredServers: [] },
  personaCount: 1,
  journeyCount: 3,
  existing: [],
  ...more,
});

test('each line of a drafted goal is a call that scripted/rules understands', () => {
  const { personas, warnings } = draft(task(), shop);
  expect(personas).toMatchObject([{ persona: { name: 'Ada', role: 'first-time user of shop' } }]);
  const goals = personas[0]!.journeys.map(({ goal }) => goal);
  expect(goals).toEqual(['find {"message":"text"}', 'buy', 'find {"message":"text"}\nbuy']);
  for (const line of goals.flatMap((goal) => goal.split('\n')))
    expect(planScriptedTurn(line, knownTools(shop))).toHaveLength(1);
  expect(personas[0]!.journeys[2]!.suggestedChecks).toEqual([
    { type: 'toolCalledAtLeastOnce', toolName: 'find' },
    { type: 'toolCalledAtLeastOnce', toolName: 'buy' },
  ]);
  expect(warnings).toEqual([expect.stringContaining('destructive: wipe')]);
});

test('names and roles of existing personas are avoided in any case of letters', () => {
  const existing = [
    { name: 'ADA', role: 'nurse' },
    { name: 'Zoe', role: 'Daily User of shop' },
  ];
  const { personas } = draft(task({ existing, personaCount: 12 }), shop);
  expect(personas).toHaveLength(12);
  const [names, roles] = [personas.map(({ persona }) => persona.name), personas.map(({ persona }) => persona.role)];
  expect([new Set(names).size, new Set(roles).size]).toEqual([12, 12]);
  expect(names).not.toContain('Ada');
  expect(roles).not.toContain('daily user of shop');
  expect(draft(task({ existing, personaCount: 12 }), shop).personas).toEqual(personas);
});

test.each<[string, ServerInventory[], Partial<JourneyDraftsTask>, [personas: number, journeys: number], RegExp]>([
  ['one tool makes one journey', inventory([{ name: 'buy' }]), {}, [1, 0], /1 of the personas have fewer than 3/],
  ['the persona of a task gets the journeys', shop, { persona: { name: 'A', role: 'b' } }, [0, 3], /destructive/],
  ['no tool makes nothing', inventory([]), { personaCount: 2 }, [0, 0], /Of 2 personas, 0/],
  ['a wish is not read', shop, { description: 'Nurses.' }, [1, 0], /`description` was not read/],
  ['a name of a server that fits into no role', inventory([{ name: 'buy' }], '\u202e'), {}, [1, 0], /fewer/],
  [
    'arguments that look like a secret',
    inventory([
      { name: 'login', inputSchema: { type: 'object', properties: { password: {} }, required: ['password'] } },
    ]),
    {},
    [0, 0],
    /0 could/,
  ],
])('%s', (_, from, more, counts, warning) => {
  const { personas, journeys, warnings } = draft(task(more), from);
  expect([personas.length, journeys.length]).toEqual(counts);
  expect(warnings.join('\n')).toMatch(warning);
});
