import type { CreateEvalCase } from '@assay/contract/areas/cases/documents';
import { isObject } from '@assay/contract/json';
import { asOneLine } from '../conversion.ts';
import { exactPart, unsupportedPart, approximatedPart, type ConvertedPart } from '../fidelity.ts';
import { isText, listOf } from '../json.ts';
import { expectationsOf } from './expectations.ts';
import { CaseFields, isPresent, isNonBlankText } from './case-fields.ts';

/** The actions of a case; `expects` are expectations whose assertions are among the steps already. */
export interface CaseActions {
  steps: CreateEvalCase['steps'];
  does: ConvertedPart[];
  expects: ConvertedPart[];
  calls: boolean;
}

/** The actions of a case: a conversation, a prompt, or a tool call; the first of them that it has. */
export const caseActionsOf = (fields: CaseFields, servers: readonly string[]): CaseActions =>
  conversationOf(fields) ?? promptOf(fields) ?? callOf(fields, servers);

/** The parts of a case or a turn that were not converted. */
export function leftoverFields(what: string, fields: CaseFields): { does: ConvertedPart[]; expects: ConvertedPart[] } {
  const { expectations, others } = fields.left();
  const named = (keys: string[]) =>
    keys
      .map((key) => asOneLine(key, 50))
      .slice(0, 10)
      .join(', ');
  return {
    does:
      others.length > 0 ? [approximatedPart(what, 'what is written here', `not carried over: ${named(others)}`)] : [],
    expects:
      expectations.length > 0
        ? [unsupportedPart(`${what}'s ${named(expectations)}`, 'nothing here says the same')]
        : [],
  };
}

const said = (id: string, prompt: string) => ({ id, kind: 'prompt' as const, prompt });
const NOTHING = '(nothing)';

/** The prompts of the user, turn by turn, each with its expected tools. */
function conversationOf(fields: CaseFields): CaseActions | undefined {
  const turns = listOf(fields.value('turns')).map(
    (turn) => new CaseFields(isText(turn) ? { content: turn } : isObject(turn) ? turn : { turn }),
  );
  const users = turns.filter((turn) => (turn.take('role', isText) ?? 'user') === 'user');
  if (users.length === 0) return undefined;
  fields.take('turns', isPresent);
  const spoken = users.map(turnOf);
  const others = turns
    .filter((turn) => !users.includes(turn))
    .map((turn) => {
      turn.take('said', isPresent);
      return leftoverFields('A turn of others than the user', turn);
    });
  return {
    steps: spoken.flatMap(({ steps }) => steps),
    does: [
      others.length === 0
        ? exactPart('Each turn', 'a prompt step')
        : approximatedPart(
            'The conversation',
            'a prompt step for each turn of the user',
            'the assistant says its own lines',
          ),
      ...[...spoken, ...others].flatMap(({ does }) => does),
    ],
    expects: [...spoken, ...others].flatMap(({ expects }) => expects),
    calls: false,
  };
}

function turnOf(turn: CaseFields, index: number): Pick<CaseActions, 'steps' | 'does' | 'expects'> {
  const text = turn.take('said', isNonBlankText);
  const expected = expectationsOf(turn.take('calls', isPresent), undefined);
  const asserted = expected
    .flatMap(({ assertions = [] }) => assertions)
    .map((assertion, i) => ({ id: `turn-${index + 1}-assert-${i + 1}`, kind: 'assert' as const, assertion }));
  const left = leftoverFields('A turn', turn);
  return {
    steps: [said(`turn-${index + 1}`, text ?? NOTHING), ...asserted],
    does: [...(text === undefined ? [unsupportedPart('A turn', 'what the user says is not text')] : []), ...left.does],
    expects: [...expected.map(({ fidelity, note }) => ({ fidelity, note })), ...left.expects],
  };
}

function promptOf(fields: CaseFields): CaseActions | undefined {
  const prompt = fields.take('prompt', isNonBlankText);
  return prompt === undefined
    ? undefined
    : {
        steps: [said('prompt', prompt)],
        does: [exactPart('The prompt', 'a prompt step')],
        expects: [],
        calls: false,
      };
}

/** A tool call without a model. */
function callOf(fields: CaseFields, servers: readonly string[]): CaseActions {
  const toolName = fields.take('tool', isNonBlankText);
  const only = servers.length === 1 && fields.value('server') === undefined ? servers[0] : undefined;
  const serverName =
    only ?? fields.take('server', (server): server is string => isText(server) && servers.includes(server));
  if (toolName === undefined || serverName === undefined) {
    return {
      steps: [said('prompt', NOTHING)],
      does: [unsupportedPart('The case', 'it has neither a prompt nor a tool of one of the servers')],
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
    does: [exactPart('The tool call', 'a toolCall step')],
    expects: [],
    calls: true,
  };
}
