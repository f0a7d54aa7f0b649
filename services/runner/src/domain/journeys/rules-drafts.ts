import { asName } from '@assay/contract/as-name';
import type { JourneyDraft } from '@assay/contract/areas/journeys/drafts';
import type { JourneyDraftsTask } from '@assay/contract/areas/journeys/drafting-work';
import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import { redactText } from '@assay/kit/security/redact';
import { sampledCall, spokenCall, toolPairs, usableTools, type UsableTool } from '../authoring/usable-tools.ts';
import { knownTools, planScriptedTurn, type KnownTools, type PlannedCall } from '../models/scripted-rules.ts';
import type { DraftCollection } from './draft-collection.ts';

const NAMES =
  'Ada Ben Chen Dara Elif Femi Gita Hugo Ines Jun Kofi Lena Milo Nora Omar Pia Quinn Rosa Sami Tara Uma Viktor Wanda Yusuf'.split(
    ' ',
  );
const ROLES = [
  'first-time user',
  'daily user',
  'hurried user',
  'careful user',
  'sceptical user',
  'expert user',
  'occasional user',
  'returning user',
  'trainee',
  'team lead',
  'tester',
  'auditor',
];
/** At most this much of a server's name is in a role, in characters. */
const MAX_SERVER_NAME = 60;
/** At most this many goals are tried out. */
const MAX_GOALS = 200;
/** At most this many personas are tried out: a server's name may not fit into a role. */
const MAX_TRIES = 50;
/** At most this long a name of a journey, in characters. */
const MAX_NAME = 200;

/**
 * Adds the drafts of `scripted/rules`, made by one published rule, and answers warnings. A goal has a line for each call
 * that it wants: the tool's name with arguments that its input schema allows (`echo {"message":"text"}`), so that
 * `scripted/rules` can play the persona and the assistant. Goals are single tools, then two neighbouring tools, then
 * single tools with every argument; the personas take them in turn. Names and roles come from fixed lists; names and
 * roles of existing personas are skipped. The same task gives the same drafts.
 */
export function draftByRules(task: JourneyDraftsTask, inventory: ServerInventory[], drafts: DraftCollection): string[] {
  const known = knownTools(inventory);
  const { usable, warnings } = usableTools(inventory, known);
  if (task.description !== undefined) warnings.push('`description` was not read: scripted/rules follows fixed rules.');
  const goals: JourneyDraft[] = [];
  for (const calls of candidates(usable.filter((tool) => isUnderstood([sampledCall(tool)], known)))) {
    if (goals.length === MAX_GOALS) break;
    if (isUnderstood(calls, known)) goals.push(journeyOf(calls));
  }
  let next = 0;
  const take = (count: number) => Array.from({ length: count }, () => goals[next++ % goals.length]!);
  const count = Math.min(task.journeyCount, goals.length);
  if (task.persona) drafts.addJourneys(take(count));
  else if (count > 0) {
    const [names, roles] = [numbered(NAMES), numbered(rolesFor(inventory))];
    for (let tries = 0; drafts.missing > 0 && tries < MAX_TRIES; tries++) {
      const persona = {
        name: firstFree(names, (name) => drafts.isFree('names', name)),
        role: firstFree(roles, (role) => drafts.isFree('roles', role)),
        notes: 'Drafted by scripted/rules: each line of a goal is one message.',
      };
      drafts.addPersona({ persona, journeys: take(count) });
    }
  }
  return warnings;
}

/** The calls of each goal, the plainest first. */
function* candidates(tools: UsableTool[]): Iterable<PlannedCall[]> {
  for (const tool of tools) yield [sampledCall(tool)];
  for (const [a, b] of toolPairs(tools)) yield [sampledCall(a), sampledCall(b)];
  for (const tool of tools) if (tool.samples.length > 1) yield [sampledCall(tool, 1)];
}

/** Whether each line of the goal is understood as its call, also once it is masked. */
const isUnderstood = (calls: PlannedCall[], known: KnownTools): boolean =>
  calls.every(
    (call) => JSON.stringify(planScriptedTurn(redactText(spokenCall(call)), known)) === JSON.stringify([call]),
  );

const journeyOf = (calls: PlannedCall[]): JourneyDraft => ({
  name: asName(`Use ${calls.map(({ toolName }) => toolName).join(', then ')}`.slice(0, MAX_NAME).toWellFormed()),
  goal: calls.map(spokenCall).join('\n'),
  suggestedChecks: calls.map(({ toolName }) => ({ type: 'toolCalledAtLeastOnce', toolName })),
});

const rolesFor = (inventory: ServerInventory[]): string[] =>
  inventory.flatMap(({ serverName }) =>
    ROLES.map((role) => `${role} of ${asName(serverName.slice(0, MAX_SERVER_NAME).toWellFormed())}`),
  );

/** The texts, then the texts with a number behind them, without end. */
function* numbered(texts: readonly string[]): Generator<string, never> {
  for (let round = 1; ; round++) for (const text of texts) yield round === 1 ? text : `${text} ${round}`;
}

function firstFree(texts: Generator<string, never>, isFree: (text: string) => boolean): string {
  for (;;) {
    const { value } = texts.next();
    if (isFree(value)) return value;
  }
}
