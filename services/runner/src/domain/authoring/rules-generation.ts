import type { AuthoringTask, ProposedCase } from '@assay/contract/areas/authoring/work';
import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import { knownTools, planScriptedTurn, type KnownTools, type PlannedCall } from '../models/scripted-rules.ts';
import type { DraftingResult } from './drafting-result.ts';
import type { ListedValue } from './listed-values.ts';
import { calledWith, withStepIds, promptStep } from './steps.ts';
import { sampledCall, spokenCall, toolPairs, usableTools, type Guess, type UsableTool } from './usable-tools.ts';

type Mix = NonNullable<AuthoringTask['caseMix']>;
type Request = Pick<AuthoringTask, 'caseMix' | 'varyUserStyles' | 'existingTitles'>;

/** A case before it is written: the calls of each turn. */
interface Candidate {
  title: string;
  turns: PlannedCall[][];
  question?: string;
}

/**
 * At most this many cases of one kind are tried out: a kind may have only cases that exist already or that cannot be
 * written.
 */
const MAX_TRIES = 2_000;

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
 * themselves destructive are left out, and so are tools whose required arguments cannot be made up. Arguments are taken
 * from descriptions, and from the `listed` values of the same server, where a schema gives none. The same task gives the
 * same cases.
 */
export function generateByRules(
  { caseMix, varyUserStyles = false, existingTitles }: Request,
  inventory: ServerInventory[],
  listed: ReadonlyMap<string, ListedValue[]> = new Map(),
): DraftingResult {
  const known = knownTools(inventory);
  const { usable, warnings } = usableTools(inventory, known, listed);
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
      const issues = guessesOf(candidate, usable);
      cases.push({ ...written, ...(issues.length > 0 && { issues }) });
    }
    if (cases.length < wanted)
      warnings.push(`Of ${count} ${kind} cases, ${count - (wanted - cases.length)} could be made.`);
  }
  return { cases, warnings };
}

/** Builds the candidates of each kind, the plainest first, as many as the tools allow. */
const candidates: Record<keyof Mix, (tools: UsableTool[]) => Iterable<Candidate>> = {
  *simple(tools) {
    for (const tool of tools) yield { title: `Calls ${tool.toolName}`, turns: [[sampledCall(tool)]] };
    for (const tool of tools)
      if (tool.samples.length > 1)
        yield { title: `Calls ${tool.toolName} with every argument`, turns: [[sampledCall(tool, 1)]] };
  },
  *multiTool(tools) {
    for (const [a, b] of toolPairs(tools))
      yield { title: `Calls ${a.toolName} and ${b.toolName} in one turn`, turns: [[sampledCall(a), sampledCall(b)]] };
  },
  *multiTurn(tools) {
    for (const [a, b] of toolPairs(tools))
      yield {
        title: `Calls ${a.toolName}, then ${b.toolName} in the next turn`,
        turns: [[sampledCall(a)], [sampledCall(b)]],
      };
  },
  *complex(tools) {
    for (const [a, b] of toolPairs(tools)) {
      yield {
        title: `Calls ${a.toolName} and ${b.toolName}, then both the other way round`,
        turns: [
          [sampledCall(a), sampledCall(b)],
          [sampledCall(b), sampledCall(a)],
        ],
      };
    }
  },
  *negative() {
    for (const question of QUESTIONS) yield { title: `Calls no tool: ${question}`, turns: [[]], question };
  },
};

/** One doubt for each guessed argument of a called tool. It does not block: the values fit the schema. */
function guessesOf({ turns }: Candidate, usable: UsableTool[]) {
  const calls = turns.flat();
  return usable.flatMap(({ serverId, toolName, guesses }) => {
    const made = calls.filter((call) => call.serverId === serverId && call.toolName === toolName);
    const guessed = guesses.filter(({ argument }) => made.some((call) => Object.hasOwn(call.arguments, argument)));
    return guessed.map(({ argument, how }) => ({
      code: 'argument_guessed',
      message: `The value of ${argument} for ${toolName} is a guess, ${MADE[how]}, and the server may refuse it: give a value that exists, or an example in the tool's schema.`,
      blocking: false,
      guess: { toolName, argument, how },
    }));
  });
}

const MADE: Record<Guess['how'], string> = {
  listed: 'taken from a list tool of the server',
  pattern: 'made from the pattern of its schema',
  type: 'made from the type of its schema',
};

/** Writes the case, unless its prompts would be understood differently: a tool may have the name of a common word. */
function write(
  { title, turns, question }: Candidate,
  style: (calls: string) => string,
  known: KnownTools,
): ProposedCase | undefined {
  const prompts = turns.map((calls) => question ?? style(calls.map(spokenCall).join(' then ')));
  if (prompts.some((text, i) => JSON.stringify(planScriptedTurn(text, known)) !== JSON.stringify(turns[i])))
    return undefined;
  const steps = turns.flatMap((calls, i) => [
    promptStep(prompts[i]!),
    ...calls.map(({ toolName, arguments: args }) => calledWith(toolName, args)),
  ]);
  return { title, isNegative: question !== undefined, steps: withStepIds(steps) };
}

const folded = (title: string) => title.trim().toLowerCase();
