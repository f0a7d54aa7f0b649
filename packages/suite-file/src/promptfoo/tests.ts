import { isObject } from '@assay/contract/json';
import { isText, listOf, type JsonObject } from '../json.ts';

/** A test with its inherited fields applied, and one value per variable. */
export interface PromptfooTest {
  key: string;
  description: string | undefined;
  vars: JsonObject;
  asserts: unknown[];
  options: JsonObject;
  provider: unknown;
  threshold: unknown;
  external: boolean;
  /** Keys of the test that are not read. */
  others: string[];
}

/** Keys of a test that are read, or that change nothing about what it asks and expects. */
const KNOWN = [
  'description',
  'vars',
  'assert',
  'options',
  'provider',
  'providers',
  'threshold',
  'metadata',
  'external',
];

/** All tests of a configuration: the listed ones, and those from its scenarios. At most `max` and one more. */
export function* testsOf({ tests, scenarios, defaultTest }: JsonObject, max: number): Generator<PromptfooTest> {
  const inherited = isObject(defaultTest) ? defaultTest : {};
  let count = 0;
  for (const { key, test } of declared(tests, scenarios)) {
    const merged = inherit(test, inherited);
    const expanded =
      merged.options.disableVarExpansion === true ? [merged.vars] : combinations(Object.entries(merged.vars));
    let i = 0;
    for (const vars of expanded) {
      yield { ...merged, key: i++ === 0 ? key : `${key}.${i}`, vars };
      if (++count > max) return;
    }
  }
}

function* declared(tests: unknown, scenarios: unknown): Generator<{ key: string; test: JsonObject }> {
  const listed = listOf(tests);
  for (const [i, test] of listed.entries())
    yield { key: `tests[${i}]`, test: isObject(test) ? test : { external: true } };
  for (const [i, scenario] of listOf(scenarios).entries()) {
    if (!isObject(scenario)) yield { key: `scenarios[${i}]`, test: { external: true } };
    else
      for (const [j, config] of listOf(scenario.config).entries())
        for (const [k, test] of listOf(scenario.tests).entries()) {
          const key = `scenarios[${i}].config[${j}].tests[${k}]`;
          yield {
            key,
            test:
              isObject(config) && isObject(test)
                ? {
                    ...config,
                    ...test,
                    vars: { ...varsOf(config), ...varsOf(test) },
                    assert: [...listOf(config.assert), ...listOf(test.assert)],
                  }
                : { external: true },
          };
        }
  }
  if (listed.length === 0 && listOf(scenarios).length === 0) yield { key: 'prompts', test: {} };
}

const varsOf = ({ vars }: JsonObject): JsonObject => (isObject(vars) ? vars : {});

function inherit(test: JsonObject, inherited: JsonObject): Omit<PromptfooTest, 'key'> {
  const options = {
    ...(isObject(inherited.options) ? inherited.options : {}),
    ...(isObject(test.options) ? test.options : {}),
  };
  return {
    description: isText(test.description) ? test.description : undefined,
    vars: { ...varsOf(inherited), ...varsOf(test) },
    asserts: [...(options.disableDefaultAsserts === true ? [] : listOf(inherited.assert)), ...listOf(test.assert)],
    options,
    provider: test.provider ?? test.providers ?? inherited.provider,
    threshold: test.threshold ?? inherited.threshold,
    external: test.external === true || isText(test.vars),
    others: Object.keys({ ...inherited, ...test }).filter((key) => !KNOWN.includes(key)),
  };
}

/** A variable with a list of values makes one test per value. */
function* combinations([first, ...rest]: [string, unknown][], chosen: JsonObject = {}): Generator<JsonObject> {
  if (!first) return yield chosen;
  const [name, value] = first;
  for (const each of Array.isArray(value) && value.length > 0 ? (value as unknown[]) : [value])
    yield* combinations(rest, { ...chosen, [name]: each });
}
