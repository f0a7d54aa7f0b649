import { Problem } from '@assay/contract/problem';
import { RateLimits } from './rate-limits.ts';
import { ProviderFailure, type ProviderStop, type TurnModel, type TurnQuestion } from './turn-model.ts';

const { now: realNow } = performance;
let now = 0;
let refusal: ProviderStop | undefined;
beforeAll(() => {
  performance.now = () => now;
});
afterAll(() => {
  performance.now = realNow;
});

const model: TurnModel = {
  id: 'openai/gpt',
  ask: async () => {
    if (refusal)
      throw new ProviderFailure(new Problem('RATE_LIMITED', 'slow down'), { again: true, stop: refusal, afterMs: 9 });
    return { text: 'yes', calls: [], finishReason: 'stop' };
  },
};

test('work of a run that begins late gives a limited model up as soon as the others do', async () => {
  const limits = new RateLimits();
  /** For how long the model may be asked again, for the work of a run at a moment. */
  const asked = async (runId: string, atMs: number, stop?: ProviderStop) => {
    [now, refusal] = [atMs, stop];
    const answer = limits.shared(model, runId, 45).ask({} as TurnQuestion);
    return answer.then(
      () => 'answered',
      (error: ProviderFailure) => error.outlook.withinMs,
    );
  };
  expect(await asked('run', 0, 'PROVIDER_RATE_LIMITED')).toBe(45);
  expect(await asked('run', 40, 'PROVIDER_RATE_LIMITED')).toBe(5);
  expect(await asked('run', 46, 'PROVIDER_RATE_LIMITED')).toBe(-1);
  expect(await asked('other', 46, 'PROVIDER_RATE_LIMITED')).toBe(45);
  expect(await asked('run', 47, 'PROVIDER_REFUSED_KEY')).toBeUndefined();
  expect(await asked('run', 48)).toBe('answered');
  expect(await asked('run', 49, 'PROVIDER_RATE_LIMITED')).toBe(45);
});
