import type { GuessedArgument } from '@assay/contract/areas/authoring/drafts';
import { isObject } from '@assay/contract/json';
import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import { ComputeBudget } from '@assay/grading/compute-budget';
import { planScriptedTurn, type KnownTool, type KnownTools, type PlannedCall } from '../models/scripted-rules.ts';
import { listNames } from './list-names.ts';
import type { ListedValue } from './listed-values.ts';
import { withExamples } from './with-examples.ts';
import { madeUpProperties, sampleArguments } from './samples/sample.ts';

/** A tool with arguments that its schema allows, the smallest first. */
export interface UsableTool extends KnownTool {
  samples: Record<string, unknown>[];
  /** The properties of the largest sample whose values are guesses: made up, or listed by the server under such a name. */
  guesses: Guess[];
}

/** An argument whose value is a guess, and how it was made. */
export type Guess = Pick<GuessedArgument, 'argument' | 'how'>;

/** At most this many tools are drafted from. */
const MAX_TOOLS = 500;

/**
 * The tools that a prompt of `scripted/rules` can call, and why the others are left out: they declare themselves
 * destructive, no arguments can be made up that their input schemas allow, or their names are understood differently.
 */
export function usableTools(
  inventory: ServerInventory[],
  known: KnownTools,
  listed: ReadonlyMap<string, ListedValue[]> = new Map(),
): { usable: UsableTool[]; warnings: string[] } {
  const declared = inventory.flatMap(({ serverId, tools }) => tools.map((tool) => ({ serverId, tool })));
  // Schemas come from servers that are not trusted: one budget bounds the cost of reading all of them.
  const budget = new ComputeBudget();
  const usable: UsableTool[] = [];
  const leftOut: Record<'destructive' | 'unsampled' | 'unspoken', string[]> = {
    destructive: [],
    unsampled: [],
    unspoken: [],
  };
  for (const {
    serverId,
    tool: { name, inputSchema: declaredSchema, annotations },
  } of declared.slice(0, MAX_TOOLS)) {
    const described = withExamples(String(name), declaredSchema, [], budget);
    const inputSchema = withExamples(String(name), described, listed.get(serverId) ?? [], budget);
    const samples = sampleArguments(inputSchema, budget);
    const guesses = madeUpProperties(described, samples.at(-1) ?? {}).map((argument) => ({
      argument,
      how: howMade(propertyOf(inputSchema, argument)),
    }));
    const tool = { serverId, toolName: String(name), samples, guesses };
    const [first] = samples;
    if ((annotations as { destructiveHint?: unknown } | undefined)?.destructiveHint === true)
      leftOut.destructive.push(tool.toolName);
    else if (!first) leftOut.unsampled.push(tool.toolName);
    else if (
      JSON.stringify(planScriptedTurn(spokenCall(sampledCall(tool)), known)) !== JSON.stringify([sampledCall(tool)])
    )
      leftOut.unspoken.push(tool.toolName);
    else usable.push(tool);
  }
  const warnings = Object.entries(leftOut).flatMap(([why, names]) =>
    names.length > 0 ? [`${REASONS[why as keyof typeof leftOut]}: ${listNames(names)}.`] : [],
  );
  if (declared.length > MAX_TOOLS)
    warnings.push(`Of ${declared.length} tools, drafts are made from the first ${MAX_TOOLS}.`);
  return { usable, warnings };
}

/** How a guess was made: examples of a property that the schema itself does not give are listed values. */
const howMade = (schema: Record<string, unknown>): Guess['how'] =>
  'examples' in schema ? 'listed' : 'pattern' in schema ? 'pattern' : 'type';

function propertyOf(inputSchema: unknown, name: string): Record<string, unknown> {
  const { properties } = isObject(inputSchema) ? inputSchema : {};
  const schema = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  return isObject(schema) ? schema : {};
}

const REASONS = {
  destructive: 'Left out because they say that they are destructive',
  unsampled: 'Left out because no arguments could be made up, within reason, that their input schemas allow',
  unspoken: 'Left out because a prompt cannot call them by name alone',
};

/** A call of the tool with one of its samples. */
export const sampledCall = ({ serverId, toolName, samples }: UsableTool, sample = 0): PlannedCall => ({
  serverId,
  toolName,
  arguments: samples[sample]!,
});

/** A call in the words that `scripted/rules` understands: the tool's name, and the arguments if there are any. */
export const spokenCall = ({ toolName, arguments: args }: PlannedCall): string =>
  Object.keys(args).length > 0 ? `${toolName} ${JSON.stringify(args)}` : toolName;

/** Every pair of two different tools, neighbours first. */
export function* toolPairs(tools: UsableTool[]): Iterable<[UsableTool, UsableTool]> {
  for (let distance = 1; distance < tools.length; distance++) {
    for (let i = 0; i < tools.length; i++) yield [tools[i]!, tools[(i + distance) % tools.length]!];
  }
}
