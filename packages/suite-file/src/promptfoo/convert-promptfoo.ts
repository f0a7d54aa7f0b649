import type { CreateEvalCase } from '@assay/contract/areas/cases/documents';
import { given } from '@assay/contract/given';
import { isObject } from '@assay/contract/json';
import { keptText } from '@assay/kit/text/kept-text';
import {
  baseName,
  idOf,
  asOneLine,
  unconvertibleFile,
  type FileConversion,
  type ConversionHints,
} from '../conversion.ts';
import { claimOf, exactPart, unsupportedPart, approximatedPart, type ConvertedPart } from '../fidelity.ts';
import { isText, type JsonObject } from '../json.ts';
import { convertedAssertions } from './assertions.ts';
import { modelsOf } from './models.ts';
import { droppedSettings, serversOf } from './provider-settings.ts';
import { promptsOf, turnsOf, type PromptfooPrompt } from './prompts.ts';
import { testsOf, type PromptfooTest } from './tests.ts';
import { callsTools, ofToolResult, toolCallOf } from './tool-calls.ts';

const MAX_CASES = 10_000;
const NO_CALL =
  'the provider is an MCP server, whose prompts name a tool as {"tool": "…", "args": {…}}; other prompts need a model';

/** Converts a promptfoo configuration: one case per prompt and test. */
export function convertPromptfoo(config: JsonObject, { servers, model, fileName }: ConversionHints): FileConversion {
  const elsewhere = ['prompts', 'tests', 'scenarios', 'defaultTest'].find(
    (key) => isText(config[key]) && (key !== 'prompts' || /^(?:file|huggingface|https?):\/\//.test(config[key])),
  );
  if (elsewhere) return unconvertibleFile(`/${elsewhere}`, 'is in another file, which is not read');
  const named = servers ?? serversOf(config.providers ?? config.targets);
  if (named.length === 0)
    return unconvertibleFile('/servers', "is required: the file names no MCP server, so the suite's must be given");

  const prompts = promptsOf(config.prompts);
  const models = modelsOf(config.providers ?? config.targets);
  const { repeat } = isObject(config.evaluateOptions) ? config.evaluateOptions : {};
  const context: Context = {
    models: model === undefined && models.length > 1 ? models : [],
    templates: isObject(config.assertionTemplates) ? config.assertionTemplates : {},
    repeat,
    several: prompts.length > 1,
    toolCallsOf: callsTools(config.providers ?? config.targets) ? named : undefined,
    settings: droppedSettings(config.providers ?? config.targets),
  };
  const cases: CreateEvalCase[] = [];
  for (const test of testsOf(config, MAX_CASES)) {
    for (const [i, prompt] of prompts.entries()) cases.push(caseOf(test, prompt, i, context));
    if (cases.length > MAX_CASES) return unconvertibleFile('/tests', `multiplies out to more than ${MAX_CASES} cases`);
  }
  const name = asOneLine(isText(config.description) ? config.description : baseName(fileName), 200) || 'promptfoo';
  const chosen = model ?? (models.length === 1 ? models[0]!.model : undefined);
  const playable = context.toolCallsOf && chosen === undefined ? cases.filter(needsNoModel) : cases;
  const kept = new Set(playable);
  const leftOut = cases.filter((each) => !kept.has(each)).map(({ title }) => asOneLine(title, 100));
  if (playable.length === 0 && leftOut.length > 0) return unconvertibleFile('/prompts', `cannot be used: ${NO_CALL}`);
  return {
    file: {
      assay: 1,
      id: idOf(name),
      name,
      servers: named,
      ...given({ model: chosen }),
      cases: playable,
    },
    warnings: [
      ...(leftOut.length > 0 ? [`Left out ${leftOut.slice(0, 10).join(', ')} (${leftOut.length}): ${NO_CALL}.`] : []),
      ...(models.length === 0 && model === undefined && !context.toolCallsOf
        ? ['No provider of the file is a model that is known here.']
        : []),
      ...(isObject(config.extensions) || Array.isArray(config.extensions)
        ? ['Extensions of the file are not run.']
        : []),
    ],
  };
}

/** Whether a case of an MCP provider is a call of a tool, or names models of its own. */
const needsNoModel = ({ steps, models }: CreateEvalCase): boolean =>
  models !== undefined || steps.some(({ kind }) => kind === 'toolCall');

interface Context {
  models: CreateEvalCase['models'];
  templates: JsonObject;
  repeat: unknown;
  several: boolean;
  /** The suite's servers when the provider is an MCP server, whose prompts are calls of tools. */
  toolCallsOf: string[] | undefined;
  /** Settings of the providers that are not carried over. */
  settings: string[];
}

function caseOf(
  test: PromptfooTest,
  prompt: PromptfooPrompt,
  index: number,
  { models = [], templates, repeat, several, toolCallsOf, settings }: Context,
): CreateEvalCase {
  const { turns, carried } = turnsOf(prompt, test.vars, test.options);
  const isTransformed = test.options.transform !== undefined || test.options.postprocess !== undefined;
  const asked = isTransformed
    ? test.asserts.map(() => unsupportedPart('An assertion', 'it looks at a transformed reply'))
    : convertedAssertions(test.asserts, test.vars, templates);
  const own = modelsOf(test.provider);
  const prompted = turns.map((text, i) => ({
    id: turns.length > 1 ? `prompt-${i + 1}` : 'prompt',
    kind: 'prompt' as const,
    prompt: text.trim() === '' ? '(nothing)' : text,
  }));
  const called = toolCallsOf && carried.fidelity !== 'unsupported' ? toolCallOf(turns, toolCallsOf) : undefined;
  const expects = toolCallsOf ? asked.map(ofToolResult) : asked;
  const asserted = expects
    .flatMap(({ assertions = [] }) => assertions)
    .map((assertion, i) => ({ id: `assert-${i + 1}`, kind: 'assert' as const, assertion }));
  const expectedOutput = expects.flatMap((each) => each.expectedOutput ?? []).join('\n');
  const matchOptions = expects.find((each) => each.matchOptions)?.matchOptions;
  return {
    title: titleOf(test, prompt, prompted[0]!.prompt, several),
    steps: [...(called?.step ? [called.step] : prompted), ...asserted],
    ...(expectedOutput && { expectedOutput: keptText(expectedOutput, 10_000) }),
    ...iterationsOf(repeat),
    ...(own.length > 0 ? { models: own } : models.length > 0 && { models }),
    ...given({ matchOptions }),
    import: claimOf(
      [
        called?.carried ?? carried,
        ...peculiarities(test, repeat),
        ...(test.provider !== undefined && own.length === 0
          ? [
              approximatedPart(
                'The test',
                "a case for the suite's models",
                'its provider is no model that is known here',
              ),
            ]
          : []),
        ...lostSettings(settings, test),
      ],
      expects,
      `${test.key}/prompts[${index}]`,
    ),
  };
}

const iterationsOf = (repeat: unknown) =>
  Number.isInteger(repeat) && (repeat as number) > 1 ? { iterations: Math.min(repeat as number, 10) } : {};

/** Other fields of a test that have another meaning here. */
function peculiarities({ external, threshold, options, asserts }: PromptfooTest, repeat: unknown): ConvertedPart[] {
  return [
    ...(asserts.length === 0 ? [exactPart('A test without assertions', 'a case that passes when it ends')] : []),
    ...(external ? [unsupportedPart('The test', 'a part of it is in another file')] : []),
    ...(threshold === undefined
      ? []
      : [approximatedPart('The test', 'a case whose assertions must all pass', 'its threshold is not used')]),
    ...(options.transformVars === undefined ? [] : [unsupportedPart('The test', 'its variables are made by code')]),
    ...(options.storeOutputAs === undefined
      ? []
      : [approximatedPart('The test', 'a case of its own', 'its reply is not handed to other tests')]),
    ...(typeof repeat === 'number' && repeat > 10
      ? [approximatedPart('repeat', '10 iterations', 'more are not possible')]
      : []),
  ];
}

/** Options of a test that are converted, or that `peculiarities` names. */
const KNOWN_OPTIONS = [
  'prefix',
  'suffix',
  'transform',
  'postprocess',
  'transformVars',
  'storeOutputAs',
  'disableVarExpansion',
  'disableDefaultAsserts',
];

function lostSettings(settings: readonly string[], { options, others }: PromptfooTest): ConvertedPart[] {
  const lost = (what: string, keys: readonly string[]) =>
    keys.length === 0
      ? []
      : [
          approximatedPart(
            what,
            "the suite's own",
            `not carried over: ${keys
              .slice(0, 20)
              .map((key) => asOneLine(key, 50))
              .join(', ')}`,
          ),
        ];
  return [
    ...lost('The provider', settings),
    ...lost('The test', others),
    ...lost(
      'The options of the test',
      Object.keys(options).filter((key) => !KNOWN_OPTIONS.includes(key)),
    ),
  ];
}

function titleOf(
  { description, key }: PromptfooTest,
  { label }: PromptfooPrompt,
  text: string,
  several: boolean,
): string {
  const title = asOneLine(description ?? text, 400) || key;
  return several && label !== undefined ? asOneLine(`${title} (${label})`, 500) : title;
}
