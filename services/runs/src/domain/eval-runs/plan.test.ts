import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import { modelsAskedFor, planIterations } from './plan.ts';

const prompt: EvalTestStep = { id: 'p', kind: 'prompt', prompt: 'hi' };
const call: EvalTestStep = { id: 'c', kind: 'toolCall', serverName: 's', toolName: 't', arguments: {} };
const caseOf = (
  id: string,
  iterations: number,
  models: FrozenCase['models'] = [],
  step: EvalTestStep = prompt,
): FrozenCase => ({ id, title: id, iterations, models, isNegative: false, failOnToolError: true, steps: [step] });
const settings = { override: undefined, defaultModel: 'suite' };
const order = { ...settings, resolve: (asked: string) => `p/${asked}`, stopsEarly: false };

test('cases are planned in order, each with its iterations for each of its models', () => {
  const { iterations, variants } = planIterations(
    [caseOf('a', 2, [{ model: 'x' }, { model: 'y' }]), caseOf('b', 1, [], call)],
    order,
  );
  expect(
    iterations.map(({ position, casePosition, iterationNumber, model }) => [
      position,
      casePosition,
      iterationNumber,
      model,
    ]),
  ).toEqual([
    [0, 0, 1, 'p/x'],
    [1, 0, 2, 'p/x'],
    [2, 0, 1, 'p/y'],
    [3, 0, 2, 'p/y'],
    [4, 1, 1, null],
  ]);
  expect(variants).toBe(3);
});

test('all cases get a first iteration before any second one when they may end early', () => {
  const queued = (stopsEarly: boolean) =>
    planIterations([caseOf('a', 2), caseOf('b', 3)], { ...order, stopsEarly })
      .iterations.toSorted((a, b) => a.queueOrder - b.queueOrder || a.position - b.position)
      .map(({ casePosition, iterationNumber }) => `${casePosition}.${iterationNumber}`);
  expect(queued(true)).toEqual(['0.1', '1.1', '0.2', '1.2', '1.3']);
  expect(queued(false)).toEqual(['0.1', '0.2', '1.1', '1.2', '1.3']);
});

test('two names of one model are one variant', () =>
  expect(
    planIterations([caseOf('a', 1, [{ model: 'x' }, { model: 'p/x' }])], { ...order, resolve: () => 'p/x' }).variants,
  ).toBe(1));

test.each([
  ['the launch', [caseOf('a', 1, [{ model: 'x' }])], { override: 'o' }, 'override', 'p/o'],
  [
    'the only model of the cases',
    [caseOf('a', 1, [{ model: 'x' }]), caseOf('b', 1, [{ model: 'x' }]), caseOf('c', 1, [], call)],
    {},
    'case',
    'p/x',
  ],
  ['the suite', [caseOf('a', 1)], {}, 'client_default', 'p/suite'],
  [
    'the suite and a case, which agree',
    [caseOf('a', 1), caseOf('b', 1, [{ model: 'suite' }])],
    {},
    'client_default',
    'p/suite',
  ],
  ['several', [caseOf('a', 1, [{ model: 'x' }, { model: 'y' }])], {}, 'client_default', undefined],
  ['nowhere, as nothing takes one', [caseOf('a', 1, [{ model: 'x' }], call)], { override: 'o' }, undefined, undefined],
] as const)('the model comes from %s', (_, cases, more, modelSource, effectiveModel) =>
  expect(planIterations([...cases], { ...order, ...more })).toMatchObject({ modelSource, effectiveModel }),
);

test.each([
  ['a name of its provider', { model: 'gpt', provider: 'openai' }, 'openai/gpt'],
  ['an id', { model: 'openai/gpt', provider: 'openai' }, 'openai/gpt'],
  ['an id of another provider, brokered', { model: 'openai/gpt', provider: 'openrouter' }, 'openrouter/openai/gpt'],
  ['a name alone', { model: 'gpt' }, 'gpt'],
])('a case asks for a model by %s', (_, model, asked) =>
  expect(modelsAskedFor([caseOf('a', 1, [model])], settings)).toEqual([asked]),
);

test('each model is requested once, and none for a case without a prompt', () =>
  expect(modelsAskedFor([caseOf('a', 1), caseOf('b', 1), caseOf('c', 1, [{ model: 'x' }], call)], settings)).toEqual([
    'suite',
  ]));

test('a run with too many iterations is refused', () =>
  expect(() =>
    planIterations(
      Array.from({ length: 2_001 }, (_, i) => caseOf(`${i}`, 10)),
      order,
    ),
  ).toThrow('20010 iterations'));
