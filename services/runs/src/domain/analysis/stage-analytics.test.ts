import { analyticsOf, toolFactsOf, type StageFacts } from './stage-analytics.ts';

const bucketOf = (ms: number) => Math.round(Math.log(ms) / Math.log(1.01));

/** The facts of a run whose only tool was called with these latencies. */
function calledWith(latenciesMs: number[]): StageFacts {
  const latencies: Record<string, number> = {};
  for (const ms of latenciesMs) latencies[bucketOf(ms)] = (latencies[bucketOf(ms)] ?? 0) + 1;
  const tool = { serverName: 's', toolName: 't', calls: latenciesMs.length, errors: 1 };
  return {
    iterations: 2,
    states: [{ stage: 'call', state: 'passed', count: 2 }],
    categories: [{ category: 'serverData', count: 1 }],
    tools: [{ ...tool, p50LatencyMs: latenciesMs[0] ?? null, p95LatencyMs: latenciesMs[0] ?? null, latencies }],
  };
}

test('the facts of several runs add up, with latencies within one percent', () => {
  const facts = [calledWith([1, 2, 3, 4, 5]), calledWith([6, 7, 8, 9, 1_000])];
  const [tool] = toolFactsOf(facts);
  expect(tool).toMatchObject({ calls: 10, errors: 2 });
  expect(tool).not.toHaveProperty('latencies');
  expect(Math.abs(tool!.p50LatencyMs! / 5 - 1)).toBeLessThan(0.01);
  expect(Math.abs(tool!.p95LatencyMs! / 1_000 - 1)).toBeLessThan(0.01);
  expect(analyticsOf(facts)).toMatchObject({
    iterations: 4,
    failureCategories: [{ category: 'serverData', iterations: 2 }],
  });
  expect(analyticsOf(facts).stages.find(({ stage }) => stage === 'call')).toMatchObject({ passed: 4, failed: 0 });
});

test('the latencies of one run are exact, and of calls without a time unknown', () => {
  expect(toolFactsOf([calledWith([3.3])])).toMatchObject([{ p50LatencyMs: 3.3, p95LatencyMs: 3.3 }]);
  expect(toolFactsOf([calledWith([]), calledWith([])])).toMatchObject([{ p50LatencyMs: null, p95LatencyMs: null }]);
});
