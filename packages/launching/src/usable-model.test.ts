import { answeredGrants, grantedModelId, modelFault, usableModel, type ModelOrigin } from './usable-model.ts';

const FAULT = 'is not a model this installation hosts';
const granted = {
  grants: [
    { asked: 'thinker', id: 'openai/thinker', fault: '', hostedModels: [] },
    { asked: 'unknown', id: '', fault: FAULT, hostedModels: ['openai/thinker'] },
  ],
};

test('a granted model has the id that names its provider', () => {
  expect(usableModel(granted, 'thinker', { path: '/model' })).toBe('openai/thinker');
  expect(grantedModelId(granted, 'thinker')).toBe('openai/thinker');
});

test.each([
  ['was refused', 'unknown', FAULT],
  ['was not asked for', 'other', 'cannot be used'],
])('a model that %s has no id, and a fault', (_, asked, fault) => {
  expect([grantedModelId(granted, asked), modelFault(granted, asked)]).toEqual([undefined, fault]);
});

test('a catalog that answers nothing about models is away for the moment', () => {
  expect(answeredGrants({ granted })).toBe(granted);
  expect(() => answeredGrants({})).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }));
});

test('no model has no id', () => expect(grantedModelId(granted, null)).toBeUndefined());

const alternatives = { model: 'unknown', hostedModels: ['openai/thinker'] };
const issueAt = (path: string, message: string) => ({ issues: [{ path, message }] });
test.each<[string, ModelOrigin, string, object]>([
  ['a request that does not name it', {}, `The model "unknown" ${FAULT}.`, alternatives],
  [
    'a field of the request',
    { path: '/model' },
    `/model "unknown" ${FAULT}.`,
    { ...alternatives, ...issueAt('/model', `"unknown" ${FAULT}`) },
  ],
  [
    'a case of the suite',
    { path: '/model', holder: 'the case "sums"' },
    `/model "unknown", which the case "sums" takes, ${FAULT}.`,
    { ...alternatives, ...issueAt('/model', `"unknown", which the case "sums" takes, ${FAULT}`) },
  ],
  [
    'a request with details of its own',
    { details: { modelId: 'unknown' } },
    `The model "unknown" ${FAULT}.`,
    { ...alternatives, modelId: 'unknown' },
  ],
])('the refusal of a model from %s names it, the reason and the alternatives', (_, origin, message, details) => {
  const refuse = () => usableModel(granted, 'unknown', origin);
  expect(refuse).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR', message, details }));
});
