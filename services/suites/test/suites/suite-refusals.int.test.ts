import { operations } from '@assay/contract/operations';
import { nested } from '../support/nested.ts';
import { draft, startTestSuites, type TestSuites } from '../support/start.ts';

let fixture: TestSuites;
beforeAll(async () => {
  fixture = await startTestSuites();
});
afterAll(() => fixture.stop());

const project = { projectId: 'prj_1' };
const toolCall = { id: 's1', kind: 'toolCall', serverName: 'everything', toolName: 'echo' };
const ask = { id: 'p1', kind: 'prompt', prompt: 'Say hi.' };
const noErrors = { type: 'noToolErrors' };

test.each<[string, object, string]>([
  ['no name', { name: undefined }, '/name'],
  ['a blank name', { name: '  ' }, '/name'],
  ['a name with a NUL', { name: 'a\u0000b' }, '/name'],
  ['an unknown key', { color: 'red' }, '/color'],
  ['no servers', { serverIds: [] }, '/serverIds'],
  ['a server that does not exist', { serverIds: ['srv_everything', 'srv_nope'] }, '/serverIds/1'],
  ['a server of another project', { serverIds: ['srv_other'] }, '/serverIds/0'],
  [
    'a setting in two places',
    { repetitions: 3, settings: { repetitions: 3, passThreshold: 1 } },
    '/settings/repetitions',
  ],
  ['half of the settings of per-case grading', { settings: { repetitions: 3 } }, '/settings/repetitions'],
  ['an unknown setting', { settings: { color: 'red' } }, '/settings/color'],
  ['too many tests', { tests: Array.from({ length: 1_001 }, () => draft().tests[0]) }, '/tests'],
  ['a case without steps', { tests: [{ title: 'x', steps: [] }] }, '/tests/0/steps'],
  ['a misspelt key of a case', { tests: [{ title: 'x', steps: [toolCall], isNegativ: true }] }, '/tests/0/isNegativ'],
  [
    'a misspelt key of a tolerance',
    { tests: [{ title: 'x', steps: [toolCall], advancedConfig: { failOnToolErrors: false } }] },
    '/tests/0/advancedConfig/failOnToolErrors',
  ],
  ['too many runs', { tests: [{ title: 'x', runs: 11, steps: [toolCall] }] }, '/tests/0/runs'],
  [
    'an unknown kind of step',
    { tests: [{ title: 'x', steps: [{ id: 'a', kind: 'dance' }] }] },
    '/tests/0/steps/0/kind',
  ],
  ['a step without an id', { tests: [{ title: 'x', steps: [{ ...toolCall, id: '' }] }] }, '/tests/0/steps/0/id'],
  ['an id twice in a case', { tests: [{ title: 'x', steps: [toolCall, toolCall] }] }, '/tests/0/steps/1/id'],
  [
    'a blank prompt',
    { model: 'm', tests: [{ title: 'x', steps: [{ ...ask, prompt: ' ' }] }] },
    '/tests/0/steps/0/prompt',
  ],
  [
    'a widget action of no known kind',
    { tests: [{ title: 'x', steps: [toolCall, { id: 'i', kind: 'interact', toolName: 'echo', action: {} }] }] },
    '/tests/0/steps/1/action/kind',
  ],
  [
    'a case nested without end',
    { tests: [{ title: 'x', steps: [{ ...toolCall, arguments: { a: nested(200) } }] }] },
    '',
  ],
  ['repetitions alone', { repetitions: 3 }, '/repetitions'],
  ['a pass threshold alone', { passThreshold: 0.5 }, '/passThreshold'],
  [
    'an accuracy beside per-case grading',
    { repetitions: 3, passThreshold: 0.5, minimumAccuracy: 80 },
    '/minimumAccuracy',
  ],
  [
    'an older accuracy beside per-case grading',
    { repetitions: 3, passThreshold: 0.5, passCriteria: { minimumPassRate: 80 } },
    '/passCriteria/minimumPassRate',
  ],
  ['too many repetitions', { repetitions: 101, passThreshold: 0.5 }, '/repetitions'],
  ['a pass threshold in percent', { repetitions: 3, passThreshold: 80 }, '/passThreshold'],
  [
    'a standard check of no known id',
    { suppressedSuiteStandardCheckIds: ['nope'] },
    '/suppressedSuiteStandardCheckIds/0',
  ],
  ['a rubric without criteria', { judge: { rubric: { criteria: [] } } }, '/judge/rubric/criteria'],
  [
    'a server that the suite does not have',
    { tests: [{ title: 'x', steps: [{ ...toolCall, serverName: 'files' }] }] },
    '/tests/0/steps/0/serverName',
  ],
  [
    'arguments without end',
    { tests: [{ title: 'x', steps: [{ ...toolCall, arguments: { a: 'x'.repeat(100_000) } }] }] },
    '/tests/0/steps/0/arguments',
  ],
  [
    'a threshold that its accuracy does not use',
    { tests: [{ title: 'x', steps: [toolCall], passThreshold: 0.5 }] },
    '/tests/0/passThreshold',
  ],
  [
    'a check whose pattern is none',
    { checks: [noErrors, { type: 'responseMatches', pattern: '(' }] },
    '/checks/1/pattern',
  ],
  [
    'a case whose assertion has a schema in another document',
    {
      tests: [
        {
          title: 'x',
          steps: [
            toolCall,
            {
              id: 'a',
              kind: 'assert',
              assertion: { type: 'toolResultMatchesSchema', schema: { $ref: 'https://x.example/s' } },
            },
          ],
        },
      ],
    },
    '/tests/0/steps/1/assertion/schema',
  ],
  [
    'a case of more than a megabyte',
    {
      tests: [
        draft().tests[0],
        {
          title: 'x',
          steps: Array.from({ length: 20 }, (_, i) => ({
            ...toolCall,
            id: String(i),
            arguments: { a: 'x'.repeat(60_000) },
          })),
        },
      ],
    },
    '/tests/1',
  ],
  ['a model that is too long', { model: 'm'.repeat(201) }, '/model'],
  ['a model with a NUL', { model: 'a\u0000b' }, '/model'],
  ['a provider that is too long', { provider: 'p'.repeat(201) }, '/provider'],
  ['a provider with a NUL', { provider: 'a\u0000b' }, '/provider'],
  [
    'a key too many in the model of a case',
    { tests: [{ title: 'x', steps: [toolCall], models: [{ model: 'm', temperature: 1 }] }] },
    '/tests/0/models/0/temperature',
  ],
  ['an assertion of no known type', { checks: [{ type: 'nope' }] }, '/checks/0/type'],
  ['an assertion with a key too many', { checks: [{ ...noErrors, toolName: 'x' }] }, '/checks/0/toolName'],
  ['an observation that would decide', { checks: [{ type: 'noEndingQuestion', role: 'gating' }] }, '/checks/0/role'],
  ['a gating warning', { checks: [{ ...noErrors, severity: 'warn' }] }, '/checks/0/role'],
  [
    'an annotation required twice',
    { checks: [{ type: 'toolAnnotationsPresent', require: ['readOnlyHint', 'readOnlyHint'] }] },
    '/checks/0/require',
  ],
  ['an accuracy above 100 percent', { minimumAccuracy: 101 }, '/minimumAccuracy'],
  [
    'a pass rate that looks like a fraction',
    { passCriteria: { minimumPassRate: 0.8 } },
    '/passCriteria/minimumPassRate',
  ],
  [
    'two spellings of the accuracy',
    { minimumAccuracy: 80, passCriteria: { minimumPassRate: 80 } },
    '/passCriteria/minimumPassRate',
  ],
])('a suite with %s is refused with the path', async (_, changes, path) => {
  const suites = () => fixture.pool.query('select from suites');
  const { rowCount } = await suites();
  await expect(fixture.call(operations.createEvalSuite, project, draft(changes))).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: [{ path }] },
  });
  expect((await suites()).rowCount).toBe(rowCount);
});
