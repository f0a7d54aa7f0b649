import type { AuthoringTask, ProposedCase } from '@assay/contract/areas/authoring/work';
import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import { ComputeBudget } from '@assay/grading/compute-budget';
import {
  knownTools,
  planScriptedTurn,
  type KnownTool,
  type KnownTools,
  type PlannedCall,
} from '../models/scripted-rules.ts';
import type { DraftingResult } from './drafting-result.ts';
import { listNames } from './list-names.ts';
import { sampleArguments } from './sample.ts';
import { calledWith, withStepIds, promptStep } from './steps.ts';

type Mix = NonNullable<AuthoringTask['caseMix']>;
type Request = Pick<AuthoringTask, 'caseMix' | 'varyUserStyles' | 'existingTitles'>;

/** A case before it is written: the calls of each turn. */
interface Candidate {
  title: string;
  turns: PlannedCall[][];
  question?: string;
}

/** A tool with arguments that its schema allows, the smallest first. */
interface Usable extends KnownTool {
  samples: Record<string, unknown>[];
}

/**
 * At most this many cases of one kind are tried out: a kind may have only cases that exist already or that cannot be
 * written.
 */
const MAX_TRIES = 2_000;
/** At most this many tools are drafted from. */
const MAX_TOOLS = 500;

const STYLES = [
  (calls: string) => calls,
  (calls: string) => `Please use ${calls}.`,
  (calls: string) => `could you run ${calls} for me?`,
  (calls: string) => `I need the result of ${calls}`,
];

const QUESTIONS = [
  'What is the capital of France?',
  'Who wrote Hamlet?',
  'How are you today?',
  'What is the opposite of cold?',
  'Which planet is closest to our star?',
  'Tell me a short joke.',
  'What colour is a ripe banana?',
  'How many legs does a spider have?',
  'Thank you, that was helpful.',
  'Which ocean is the largest?',
  'What do bees make?',
  'Who painted the Mona Lisa?',
  'What is frozen water called?',
  'Which metal is liquid at room temperature?',
];

/**
 * Drafts the cases of `scripted/rules` from the surfaces of servers, by one published rule. Every prompt names tools
 * with arguments that their input schemas allow (`echo {"message":"text"}`), so that `scripted/rules` can play it too,
 * and every call is expected. `simple` is one tool, `multiTool` two in one prompt, `multiTurn` one in each of two
 * prompts, `complex` two in each of two prompts, `negative` a question that names no tool. Tools that declare
 * themselves destructive are left out, and so are tools whose required arguments cannot be made up. The same task gives
 * the same cases.
 */
export function generateByRules(
  { caseMix, varyUserStyles = false, existingTitles }: Request,
  inventory: ServerInventory[],
): DraftingResult {
  const known = knownTools(inventory);
  const { usable, warnings } = usableTools(inventory, known);
  const taken = new Set(existingTitles.map(folded));
  const cases: ProposedCase[] = [];
  for (const [kind, count] of Object.entries(caseMix ?? {}) as [keyof Mix, number][]) {
    const wanted = cases.length + count;
    let tries = 0;
    for (const candidate of candidates[kind](usable)) {
      if (cases.length >= wanted || ++tries > MAX_TRIES) break;
      if (taken.has(folded(candidate.title))) continue;
      const style = STYLES[varyUserStyles ? cases.length % STYLES.length : 0]!;
      const written = write(candidate, style, known) ?? write(candidate, STYLES[0]!, known);
      if (!written) continue;
      taken.add(folded(candidate.title));
      cases.push(written);
    }
    if (cases.length < wanted)
      warnings.push(`Of ${count} ${kind} cases, ${count - (wanted - cases.length)} could be made.`);
  }
  return { cases, warnings };
}

/** Builds the candidates of each kind, the plainest first, as many as the tools allow. */
const candidates: Record<keyof Mix, (tools: Usable[]) => Iterable<Candidate>> = {
  *simple(tools) {
    for (const tool of tools) yield { title: `Calls ${tool.toolName}`, turns: [[call(tool)]] };
    for (const tool of tools)
      if (tool.samples.length > 1)
        yield { title: `Calls ${tool.toolName} with every argument`, turns: [[call(tool, 1)]] };
  },
  *multiTool(tools) {
    for (const [a, b] of pairs(tools))
      yield { title: `Calls ${a.toolName} and ${b.toolName} in one turn`, turns: [[call(a), call(b)]] };
  },
  *multiTurn(tools) {
    for (const [a, b] of pairs(tools))
      yield { title: `Calls ${a.toolName}, then ${b.toolName} in the next turn`, turns: [[call(a)], [call(b)]] };
  },
  *complex(tools) {
    for (const [a, b] of pairs(tools)) {
      yield {
        title: `Calls ${a.toolName} and ${b.toolName}, then both the other way round`,
        turns: [
          [call(a), call(b)],
          [call(b), call(a)],
        ],
      };
    }
  },
  *negative() {
    for (const question of QUESTIONS) yield { title: `Calls no tool: ${question}`, turns: [[]], question };
  },
};

const call = ({ serverId, toolName, samples }: Usable, round = 0): PlannedCall => ({
  serverId,
  toolName,
  arguments: samples[round]!,
});

/** Every pair of two different tools, neighbours first. */
function* pairs(tools: Usable[]): Iterable<[Usable, Usable]> {
  for (let distance = 1; distance < tools.length; distance++) {
    for (let i = 0; i < tools.length; i++) yield [tools[i]!, tools[(i + distance) % tools.length]!];
  }
}

/** Writes the case, unless its prompts would be understood differently: a tool may have the name of a common word. */
function write(
  { title, turns, question }: Candidate,
  style: (calls: string) => string,
  known: KnownTools,
): ProposedCase | undefined {
  const prompts = turns.map((calls) => question ?? style(calls.map(spoken).join(' then ')));
  if (prompts.some((text, i) => JSON.stringify(planScriptedTurn(text, known)) !== JSON.stringify(turns[i])))
    return undefined;
  const steps = turns.flatMap((calls, i) => [
    promptStep(prompts[i]!),
    ...calls.map(({ toolName, arguments: args }) => calledWith(toolName, args)),
  ]);
  return { title, isNegative: question !== undefined, steps: withStepIds(steps) };
}

const spoken = ({ toolName, arguments: args }: PlannedCall): string =>
  Object.keys(args).length > 0 ? `${toolName} ${JSON.stringify(args)}` : toolName;

function usableTools(inventory: ServerInventory[], known: KnownTools): { usable: Usable[]; warnings: string[] } {
  const declared = inventory.flatMap(({ serverId, tools }) => tools.map((tool) => ({ serverId, tool })));
  // Schemas come from servers that are not trusted: one budget bounds the cost of reading all of them.
  const budget = new ComputeBudget();
  const usable: Usable[] = [];
  const leftOut: Record<'destructive' | 'unsampled' | 'unspoken', string[]> = {
    destructive: [],
    unsampled: [],
    unspoken: [],
  };
  for (const {
    serverId,
    tool: { name, inputSchema, annotations },
  } of declared.slice(0, MAX_TOOLS)) {
    const tool = { serverId, toolName: String(name), samples: sampleArguments(inputSchema, budget) };
    const [first] = tool.samples;
    if ((annotations as { destructiveHint?: unknown } | undefined)?.destructiveHint === true)
      leftOut.destructive.push(tool.toolName);
    else if (!first) leftOut.unsampled.push(tool.toolName);
    else if (JSON.stringify(planScriptedTurn(spoken(call(tool)), known)) !== JSON.stringify([call(tool)]))
      leftOut.unspoken.push(tool.toolName);
    else usable.push(tool);
  }
  const warnings = Object.entries(leftOut).flatMap(([why, names]) =>
    names.length > 0 ? [`${REASONS[why as keyof typeof leftOut]}: ${listNames(names)}.`] : [],
  );
  if (declared.length > MAX_TOOLS)
    warnings.push(`Of ${declared.length} tools, cases are drafted from the first ${MAX_TOOLS}.`);
  return { usable, warnings };
}

const REASONS = {
  destructive: 'Left out because they say that they are destructive',
  unsampled: 'Left out because no arguments could be made up, within reason, that their input schemas allow',
  unspoken: 'Left out because a prompt cannot call them by name alone',
};

const folded = (title: string) => title.trim().toLowerCase();
