import type { EvalAssertion } from '@assay/contract/documents/assertion';
import type { CreateEvalCase } from '@assay/contract/documents/case';
import { idOf, oneLine } from '../conversion.ts';
import { claimOf, exactly, lost, nearly, type Carried } from '../fidelity.ts';
import { isObject, isText, isTexts, listOf, type Json } from '../json.ts';
import { expectationsOf } from './expectations.ts';

/** What a field of a case is called in the files that people have. */
const NAMES = {
  id: ['id'],
  title: ['title', 'name'],
  description: ['description'],
  prompt: ['prompt', 'query', 'question', 'input', 'message', 'input_prompt', 'inputPrompt'],
  turns: ['turns', 'messages', 'conversation'],
  tool: ['tool', 'toolName', 'tool_name'],
  server: ['server', 'serverName', 'server_name'],
  arguments: ['arguments', 'args', 'params', 'parameters'],
  calls: ['expectedToolCalls', 'expected_tool_calls', 'expectedTools', 'expected_tools'],
  output: ['expectedOutput', 'expected_output', 'expectedResult', 'expected_result', 'expected', 'criteria'],
  contains: ['expectedTextContains', 'expected_text_contains', 'expectedContains', 'expected_contains'],
  matchMode: ['matchMode', 'match_mode'],
  runs: ['runs', 'iterations', 'repeat', 'trials'],
  model: ['model'],
  provider: ['provider'],
  negative: ['isNegativeTest', 'isNegative', 'negative'],
  /** Told to people, or of no meaning here. */
  ignored: ['tags', 'metadata', 'category', 'comment', '$schema', 'timeout', 'timeoutMs'],
} as const satisfies Record<string, readonly string[]>;
type Field = keyof typeof NAMES;

/** A case of a file as one of ours. */
export function caseOf(source: Json, key: string, servers: readonly string[]): CreateEvalCase {
  const field = (name: Field): unknown => NAMES[name].map((each) => source[each]).find((value) => value !== undefined);
  const spoken = turnsOf(field('turns')) ?? promptOf(field('prompt')) ?? callOf(field, servers);
  const expects = [...expectationsOf(field('calls'), field('matchMode')), ...outputsOf(field('output'), field('contains'), spoken.calls), ...spoken.expects];
  const steps = [...spoken.steps, ...expects.flatMap(({ assertions = [] }) => assertions).map((assertion, i) => ({ id: `assert-${i + 1}`, kind: 'assert' as const, assertion }))];
  const expectedOutput = expects.flatMap((each) => each.expectedOutput ?? []).join('\n').slice(0, 10_000);
  const [id, runs, model] = [field('id'), field('runs'), modelName(field('model'), field('provider'))];
  return {
    title: oneLine([field('title'), field('description'), field('prompt')].find((text) => isText(text) && text.trim() !== '') as string | undefined ?? key, 500),
    ...(isText(id) && /^[\w-]{1,128}$/.test(id) ? { id } : isText(id) && { id: idOf(id) }),
    steps,
    ...(expectedOutput && { expectedOutput }),
    ...(Number.isInteger(runs) && { iterations: Math.min(Math.max(runs as number, 1), 10) }),
    ...(field('negative') === true && { isNegative: true }),
    ...(model !== undefined && { models: [{ model }] }),
    import: claimOf([spoken.carried, ...peculiarities(source, runs)], expects, key),
  };
}

/** What a case does; `expects` are expectations whose assertions stand among the steps already. */
interface Spoken { steps: CreateEvalCase['steps']; carried: Carried; expects: Carried[]; calls: boolean }

const said = (id: string, prompt: string) => ({ id, kind: 'prompt' as const, prompt: prompt.trim() === '' ? '(nothing)' : prompt });

function promptOf(prompt: unknown): Spoken | undefined {
  return isText(prompt) ? { steps: [said('prompt', prompt)], carried: exactly('The prompt', 'a prompt step'), expects: [], calls: false } : undefined;
}

/** A conversation: what the user says, each turn with the tools expected in it. */
function turnsOf(turns: unknown): Spoken | undefined {
  const users = listOf(turns).filter((turn) => isObject(turn) && (turn.role ?? 'user') === 'user') as Json[];
  if (users.length === 0) return undefined;
  const expected = users.map((turn) => expectationsOf(NAMES.calls.map((name) => turn[name]).find((value) => value !== undefined), undefined));
  const steps = users.flatMap((turn, i): CreateEvalCase['steps'] => {
    const text = turn.content ?? turn.prompt ?? turn.message;
    const asserted = expected[i]!.flatMap(({ assertions = [] }) => assertions).map((assertion, j) => ({ id: `turn-${i + 1}-assert-${j + 1}`, kind: 'assert' as const, assertion }));
    return [said(`turn-${i + 1}`, isText(text) ? text : ''), ...asserted];
  });
  const carried = users.length === listOf(turns).length
    ? exactly('Each turn', 'a prompt step')
    : nearly('The conversation', 'a prompt step for each turn of the user', 'the assistant says its own lines');
  return { steps, carried, expects: expected.flat().map(({ fidelity, note }) => ({ fidelity, note })), calls: false };
}

/** A call of a tool without a model. */
function callOf(field: (name: Field) => unknown, servers: readonly string[]): Spoken {
  const [toolName, server, given] = [field('tool'), field('server') ?? (servers.length === 1 ? servers[0] : undefined), field('arguments')];
  if (!isText(toolName) || toolName === '' || !isText(server) || !servers.includes(server)) {
    return { steps: [said('prompt', '')], carried: lost('The case', 'it has neither a prompt nor a tool of one of the servers'), expects: [], calls: false };
  }
  const step = { id: 'call', kind: 'toolCall' as const, serverName: server, toolName, ...(isObject(given) && { arguments: given }) };
  return { steps: [step], carried: exactly('The tool call', 'a toolCall step'), expects: [], calls: true };
}

/** What the answer is to be like: graded by the judge, or looked for in the text. */
function outputsOf(output: unknown, contains: unknown, calls: boolean): Carried[] {
  const needles = listOf(contains);
  const found = isTexts(needles) && needles.every((needle) => needle !== '' && needle.length <= 1000);
  return [
    ...(output === undefined ? [] : [
      isText(output) && output.trim() !== '' && !calls
        ? nearly('The expected result', 'expectedOutput', 'the judge of goal completion grades it, where the suite has one', { expectedOutput: output })
        : lost('The expected result', 'it cannot be compared'),
    ]),
    ...(needles.length === 0 ? [] : [found
      ? exactly('Text to be contained', calls ? 'toolResultContains' : 'responseContains', {
        assertions: needles.map((needle): EvalAssertion => ({ type: calls ? 'toolResultContains' : 'responseContains', needle, caseSensitive: true })),
      })
      : lost('Text to be contained', 'it is not text')]),
  ];
}

const KNOWN = new Set<string>(Object.values(NAMES).flat());

function peculiarities(source: Json, runs: unknown): Carried[] {
  const unknown = Object.keys(source).filter((key) => !KNOWN.has(key)).map((key) => oneLine(key, 50)).slice(0, 10);
  return [
    ...(unknown.length > 0 ? [nearly('The case', 'what is written here', `not carried over: ${unknown.join(', ')}`)] : []),
    ...(typeof runs === 'number' && runs > 10 ? [nearly('The number of runs', '10', 'more are not possible')] : []),
  ];
}

/** A model in provider/name form, as files write it: as text, or as an object. */
export function modelName(model: unknown, provider?: unknown): string | undefined {
  const [name, from] = isObject(model) ? [model.id ?? model.name ?? model.model, model.provider] : [model, provider];
  if (!isText(name) || name.trim() === '') return undefined;
  return (isText(from) && from !== '' && !name.startsWith(`${from}/`) ? `${from}/${name}` : name).slice(0, 200);
}
