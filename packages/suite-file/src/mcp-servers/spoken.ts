import type { CreateEvalCase } from '@assay/contract/areas/cases/documents';
import { isObject } from '@assay/contract/json';
import { oneLine } from '../conversion.ts';
import { exactly, lost, nearly, type Carried } from '../fidelity.ts';
import { isText, listOf } from '../json.ts';
import { expectationsOf } from './expectations.ts';
import { Fields, isAnything, isSaid } from './fields.ts';

/** What a case does; `expects` are expectations whose assertions stand among the steps already. */
export interface Spoken {
  steps: CreateEvalCase['steps'];
  does: Carried[];
  expects: Carried[];
  calls: boolean;
}

/** What a case does: a conversation, a prompt, or a tool call; the first of them that it has. */
export const spokenOf = (fields: Fields, servers: readonly string[]): Spoken =>
  conversationOf(fields) ?? promptOf(fields) ?? callOf(fields, servers);

/** What of a case or a turn was not carried over. */
export function leftOf(what: string, fields: Fields): { does: Carried[]; expects: Carried[] } {
  const { expectations, others } = fields.left();
  const named = (keys: string[]) =>
    keys
      .map((key) => oneLine(key, 50))
      .slice(0, 10)
      .join(', ');
  return {
    does: others.length > 0 ? [nearly(what, 'what is written here', `not carried over: ${named(others)}`)] : [],
    expects: expectations.length > 0 ? [lost(`${what}'s ${named(expectations)}`, 'nothing here says the same')] : [],
  };
}

const said = (id: string, prompt: string) => ({ id, kind: 'prompt' as const, prompt });
const NOTHING = '(nothing)';

/** What the user says, turn by turn, each turn with the tools expected in it. */
function conversationOf(fields: Fields): Spoken | undefined {
  const turns = listOf(fields.value('turns')).map(
    (turn) => new Fields(isText(turn) ? { content: turn } : isObject(turn) ? turn : { turn }),
  );
  const users = turns.filter((turn) => (turn.take('role', isText) ?? 'user') === 'user');
  if (users.length === 0) return undefined;
  fields.take('turns', isAnything);
  const spoken = users.map(turnOf);
  const others = turns
    .filter((turn) => !users.includes(turn))
    .map((turn) => {
      turn.take('said', isAnything);
      return leftOf('A turn of others than the user', turn);
    });
  return {
    steps: spoken.flatMap(({ steps }) => steps),
    does: [
      others.length === 0
        ? exactly('Each turn', 'a prompt step')
        : nearly('The conversation', 'a prompt step for each turn of the user', 'the assistant says its own lines'),
      ...[...spoken, ...others].flatMap(({ does }) => does),
    ],
    expects: [...spoken, ...others].flatMap(({ expects }) => expects),
    calls: false,
  };
}

function turnOf(turn: Fields, index: number): Pick<Spoken, 'steps' | 'does' | 'expects'> {
  const text = turn.take('said', isSaid);
  const expected = expectationsOf(turn.take('calls', isAnything), undefined);
  const asserted = expected
    .flatMap(({ assertions = [] }) => assertions)
    .map((assertion, i) => ({ id: `turn-${index + 1}-assert-${i + 1}`, kind: 'assert' as const, assertion }));
  const left = leftOf('A turn', turn);
  return {
    steps: [said(`turn-${index + 1}`, text ?? NOTHING), ...asserted],
    does: [...(text === undefined ? [lost('A turn', 'what the user says is not text')] : []), ...left.does],
    expects: [...expected.map(({ fidelity, note }) => ({ fidelity, note })), ...left.expects],
  };
}

function promptOf(fields: Fields): Spoken | undefined {
  const prompt = fields.take('prompt', isSaid);
  return prompt === undefined
    ? undefined
    : {
        steps: [said('prompt', prompt)],
        does: [exactly('The prompt', 'a prompt step')],
        expects: [],
        calls: false,
      };
}

/** A call of a tool without a model. */
function callOf(fields: Fields, servers: readonly string[]): Spoken {
  const toolName = fields.take('tool', isSaid);
  const only = servers.length === 1 && fields.value('server') === undefined ? servers[0] : undefined;
  const serverName =
    only ?? fields.take('server', (server): server is string => isText(server) && servers.includes(server));
  if (toolName === undefined || serverName === undefined) {
    return {
      steps: [said('prompt', NOTHING)],
      does: [lost('The case', 'it has neither a prompt nor a tool of one of the servers')],
      expects: [],
      calls: false,
    };
  }
  const given = fields.take('arguments', isObject);
  const step = {
    id: 'call',
    kind: 'toolCall' as const,
    serverName,
    toolName,
    ...(given && { arguments: given }),
  };
  return {
    steps: [step],
    does: [exactly('The tool call', 'a toolCall step')],
    expects: [],
    calls: true,
  };
}
