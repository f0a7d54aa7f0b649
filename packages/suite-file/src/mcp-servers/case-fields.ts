import { isText, type JsonObject } from '../json.ts';

/** The names of each field of a case in existing files. */
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
  notContains: [
    'expectedTextNotContains',
    'expected_text_not_contains',
    'expectedNotContains',
    'expected_not_contains',
    'notContains',
    'not_contains',
  ],
  matchMode: ['matchMode', 'match_mode'],
  runs: ['runs', 'iterations', 'repeat', 'trials'],
  model: ['model'],
  provider: ['provider'],
  negative: ['isNegativeTest', 'isNegative', 'negative'],
  role: ['role'],
  said: ['content', 'prompt', 'message'],
  /** For people, or without a meaning here. */
  ignored: ['tags', 'metadata', 'category', 'comment', '$schema', 'timeout', 'timeoutMs'],
} as const satisfies Record<string, readonly string[]>;
export type CaseField = keyof typeof NAMES;

const keysOf = (fields: readonly CaseField[]): readonly string[] => fields.flatMap((field) => NAMES[field]);

/** Fields that do not affect grading. */
const FOR_PEOPLE = keysOf(['id', 'title', 'description', 'ignored']);
const EXPECTATIONS = keysOf(['calls', 'output', 'contains', 'notContains', 'matchMode']);
/** Names that files give to expectations of other kinds. */
const EXPECTATION_NAME =
  /^(?:expect|assert|judge|grad(?:er|ing)|rubric|criteri|should|must|verif|validat|check|scor|evaluat|reference|answer|success|forbid|not_?contain)/i;
const isExpectation = (key: string): boolean => EXPECTATIONS.includes(key) || EXPECTATION_NAME.test(key);

/** The fields of a case or of a turn; remembers which keys were converted. */
export class CaseFields {
  readonly #source: JsonObject;
  readonly #carried = new Set<string>();

  constructor(source: JsonObject) {
    this.#source = source;
  }

  /** The value of a field; undefined also for null, which is the same as absent. */
  value(field: CaseField): unknown {
    return this.#source[this.#keyOf(field) ?? ''];
  }

  /** The value of a converted field; undefined, and left over, when it is not usable. */
  take<T>(field: CaseField, usable: (value: unknown) => value is T): T | undefined {
    const value = this.value(field);
    if (value === undefined || !usable(value)) return undefined;
    this.#carried.add(this.#keyOf(field)!);
    return value;
  }

  /** The keys that were not converted: expectations, and others. */
  left(): { expectations: string[]; others: string[] } {
    const left = Object.keys(this.#source).filter(
      (key) => !isNothing(this.#source[key]) && !this.#carried.has(key) && !FOR_PEOPLE.includes(key),
    );
    return {
      expectations: left.filter(isExpectation),
      others: left.filter((key) => !isExpectation(key)),
    };
  }

  #keyOf(field: CaseField): string | undefined {
    return NAMES[field].find((key) => !isNothing(this.#source[key]));
  }
}

const isNothing = (value: unknown): boolean => value === undefined || value === null;

export const isPresent = (value: unknown): value is unknown => !isNothing(value);
export const isNonBlankText = (value: unknown): value is string => isText(value) && value.trim() !== '';
