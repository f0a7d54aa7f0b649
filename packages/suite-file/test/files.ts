import type { SuiteFile } from '@assay/contract/areas/suite-files/documents';

export const promptStep = { id: 'p', kind: 'prompt' as const, prompt: 'Say hi.' };
export const toolCallStep = {
  id: 'c',
  kind: 'toolCall' as const,
  serverName: 'everything',
  toolName: 'echo',
  arguments: { message: 'hi' },
};
export const assertStep = (fields: object) => ({ id: 'a', kind: 'assert' as const, assertion: fields as never });

/** A valid suite file, with `changes`. */
export const suiteFile = (changes: object = {}): SuiteFile => ({
  assay: 1,
  id: 'smoke',
  name: 'Smoke',
  servers: ['everything'],
  model: 'scripted/rules',
  cases: [
    { title: 'greets', id: 'greets', steps: [promptStep, assertStep({ type: 'responseContains', needle: 'hi' })] },
  ],
  ...changes,
});

/** The same with other steps in its only case. */
export const withSteps = (...steps: object[]): SuiteFile => suiteFile({ cases: [{ title: 'case', steps }] });
export const withCase = (fields: object, changes: object = {}): SuiteFile =>
  suiteFile({ cases: [{ title: 'case', steps: [promptStep], ...fields }], ...changes });

/**
 * Files with their fault and its path; a file without a path is valid. `schema`: whether the printed schema alone finds
 * the fault.
 */
export const FILES_AND_FAULTS: [name: string, file: unknown, path: string | undefined, schema: boolean][] = [
  ['a small file', suiteFile(), undefined, true],
  ['a file without cases', suiteFile({ cases: [] }), undefined, true],
  [
    'a file that says all there is to say',
    suiteFile({
      description: 'All.',
      tags: ['ci'],
      systemPrompt: 'Be brief.',
      temperature: 0.2,
      settings: {
        repetitions: 3,
        passThreshold: 0.5,
        validity: { minEligibleTrials: 2 },
        matchOptions: { toolCallOrder: 'strict', maxExtraToolCalls: null },
        checks: [{ type: 'noToolErrors' }, { type: 'noEndingQuestion', role: 'advisory', severity: 'warn' }],
        suppressedSuiteStandardCheckIds: ['call.schema'],
        judge: { enabled: true, rubric: { criteria: [{ id: 'a', label: 'A' }] } },
        sessionIsolation: 'run',
      },
      cases: [
        {
          title: 'full',
          id: 'full',
          steps: [
            promptStep,
            toolCallStep,
            { ...toolCallStep, id: 'd', note: { kept: [1] } },
            { id: 'i', kind: 'interact', toolName: 'w', action: { kind: 'click', target: { text: 'Go' } } },
            {
              id: 'j',
              kind: 'interact',
              toolName: 'w',
              action: { kind: 'select', target: { role: { role: 'combobox' }, nth: 1 }, values: ['Large'] },
            },
            { id: 'k', kind: 'interact', toolName: 'w', action: { kind: 'waitForText', text: 'Done', ms: 500 } },
          ],
          expectedOutput: 'hi',
          scenario: 'shy',
          iterations: 2,
          repetitions: 4,
          passThreshold: 1,
          isNegative: false,
          intent: 'greeting',
          kind: 'capability',
          models: [{ model: 'a/b' }],
          matchOptions: null,
          checks: { mode: 'extend', list: [{ type: 'turnCountUnder', turns: 3 }] },
          judge: { enabled: false },
          import: { status: 'exact', note: 'one to one' },
          suppressedSuiteStandardCheckIds: [],
          advancedConfig: { failOnToolError: false },
        },
      ],
    }),
    undefined,
    true,
  ],
  ['a list', [], '', true],
  ['no version', { ...suiteFile(), assay: undefined }, '/assay', true],
  ['another version', suiteFile({ assay: 2 }), '/assay', true],
  ['no id', { ...suiteFile(), id: undefined }, '/id', true],
  ['an id with a blank', suiteFile({ id: 'a b' }), '/id', true],
  ['a blank name', suiteFile({ name: ' ' }), '/name', true],
  ['no server', suiteFile({ servers: [] }), '/servers', true],
  ['an unknown key', suiteFile({ colour: 'red' }), '/colour', true],
  ['an unknown setting', suiteFile({ settings: { speed: 1 } }), '/settings/speed', true],
  [
    'an accuracy above 100 percent',
    suiteFile({ settings: { minimumAccuracy: 101 } }),
    '/settings/minimumAccuracy',
    true,
  ],
  ['a temperature as text', suiteFile({ temperature: '1' }), '/temperature', true],
  ['cases that are none', suiteFile({ cases: {} }), '/cases', true],
  ['too many cases', suiteFile({ cases: Array.from({ length: 10_001 }, () => ({})) }), '/cases', true],
  ['a case without a title', withCase({ title: undefined }), '/cases/0/title', true],
  ['a case without steps', withCase({ steps: [] }), '/cases/0/steps', true],
  ['an unknown key of a case', withCase({ colour: 'red' }), '/cases/0/colour', true],
  ['too many iterations', withCase({ iterations: 11 }), '/cases/0/iterations', true],
  ['an intent with blanks around it', withCase({ intent: ' x' }), '/cases/0/intent', true],
  ['a claim that is exact without a note', withCase({ import: { status: 'exact' } }), '/cases/0/import/note', true],
  ['an approval', withCase({ import: { status: 'approximated', approved: true } }), '/cases/0/import/approved', true],
  ['an unknown kind of step', withSteps({ id: 's', kind: 'dance' }), '/cases/0/steps/0/kind', true],
  [
    'an unknown assertion',
    withSteps(promptStep, assertStep({ type: 'nope' })),
    '/cases/0/steps/1/assertion/type',
    true,
  ],
  [
    'a key that an assertion does not have',
    withSteps(promptStep, assertStep({ type: 'noToolErrors', needle: 'x' })),
    '/cases/0/steps/1/assertion/needle',
    true,
  ],
  [
    'an observation that would decide',
    withCase({ checks: { mode: 'replace', list: [{ type: 'noEndingQuestion', role: 'gating' }] } }),
    '/cases/0/checks/list/0/role',
    true,
  ],
  [
    'an unknown locator of a widget',
    withSteps({
      id: 'i',
      kind: 'interact',
      toolName: 'w',
      action: { kind: 'click', target: { text: 'Go', colour: 'red' } },
    }),
    '/cases/0/steps/0/action/target/colour',
    true,
  ],
  ['a server named twice', suiteFile({ servers: ['everything', 'files', 'everything'] }), '/servers/2', false],
  ['an id that two cases have', suiteFile({ cases: [1, 2].map(() => suiteFile().cases[0]) }), '/cases/1/id', false],
  ['an id that two steps have', withSteps(promptStep, promptStep), '/cases/0/steps/1/id', false],
  ['a blank prompt', withSteps({ ...promptStep, prompt: ' ' }), '/cases/0/steps/0/prompt', false],
  [
    'arguments without end',
    withSteps({ ...toolCallStep, arguments: { a: 'x'.repeat(100_000) } }),
    '/cases/0/steps/0/arguments',
    false,
  ],
  [
    'a server that the suite does not have',
    withSteps({ ...toolCallStep, serverName: 'files' }),
    '/cases/0/steps/0/serverName',
    false,
  ],
  ['a prompt and no model', withCase({}, { model: undefined }), '/cases/0/models', false],
  ['repetitions alone', suiteFile({ settings: { repetitions: 3 } }), '/settings/repetitions', false],
  ['a threshold alone', suiteFile({ settings: { passThreshold: 1 } }), '/settings/passThreshold', false],
  [
    'two ways to grade',
    suiteFile({ settings: { repetitions: 3, passThreshold: 1, minimumAccuracy: 80 } }),
    '/settings/minimumAccuracy',
    false,
  ],
  ['repetitions of a case in a suite of accuracy', withCase({ repetitions: 2 }), '/cases/0/repetitions', false],
  [
    'a document that ends before it starts',
    withCase({
      source: {
        format: 'markdown',
        method: 'ai',
        fileName: 'a.md',
        fileHash: 'a'.repeat(64),
        excerpt: 'x',
        startLine: 2,
        endLine: 1,
        extractorVersion: '1',
      },
    }),
    '/cases/0/source/endLine',
    false,
  ],
  [
    'a pattern that is none',
    withSteps(promptStep, assertStep({ type: 'responseMatches', pattern: '(' })),
    '/cases/0/steps/1/assertion/pattern',
    false,
  ],
  [
    'a pattern that looks around',
    withSteps(promptStep, assertStep({ type: 'responseMatches', pattern: 'a(?=b)' })),
    '/cases/0/steps/1/assertion/pattern',
    false,
  ],
  [
    'a schema in another document',
    withSteps(
      promptStep,
      assertStep({ type: 'toolResultMatchesSchema', schema: { $ref: 'https://example.com/s.json' } }),
    ),
    '/cases/0/steps/1/assertion/schema',
    false,
  ],
  [
    'a schema in another document, deep inside',
    withSteps(
      promptStep,
      assertStep({
        type: 'toolResultMatchesSchema',
        schema: { properties: { a: { items: { $ref: 'other.json#/a' } } } },
      }),
    ),
    '/cases/0/steps/1/assertion/schema',
    false,
  ],
  [
    'a schema that is itself',
    withSteps(promptStep, assertStep({ type: 'toolResultMatchesSchema', schema: { $ref: '#' } })),
    '/cases/0/steps/1/assertion/schema',
    false,
  ],
  [
    'schemas that are each other',
    suiteFile({
      settings: {
        checks: [
          {
            type: 'toolResultMatchesSchema',
            schema: {
              $ref: '#/$defs/a',
              $defs: { a: { anyOf: [{ $ref: '#/$defs/b' }] }, b: { not: { $ref: '#/$defs/a' } } },
            },
          },
        ],
      },
    }),
    '/settings/checks/0/schema',
    false,
  ],
  [
    'a schema that refers to nothing',
    withSteps(promptStep, assertStep({ type: 'toolResultMatchesSchema', schema: { items: { $ref: '#/$defs/a' } } })),
    '/cases/0/steps/1/assertion/schema',
    false,
  ],
  [
    'a schema of a tree',
    withSteps(
      promptStep,
      assertStep({
        type: 'toolResultMatchesSchema',
        schema: { properties: { left: { $ref: '#' }, right: { $ref: '#' } } },
      }),
    ),
    undefined,
    true,
  ],
  [
    'a case of more than a mebibyte',
    withCase({ steps: [{ ...promptStep, note: 'x'.repeat(1_100_000) }] }),
    '/cases/0',
    false,
  ],
  [
    'a case that is nested without end',
    withCase({ steps: [{ ...promptStep, note: JSON.parse('['.repeat(110) + ']'.repeat(110)) }] }),
    '/cases/0',
    false,
  ],
];
