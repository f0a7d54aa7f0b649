import type { ReportedGate, RunReport } from '../../src/reporters/run-report.ts';

type EvalRun = RunReport['run'];
type EvalRunCase = RunReport['cases'][number];
type EvalGateReport = ReportedGate['report'];

/** A failed case, as the API lists it. */
export const failedCase = (title: string, more: Partial<EvalRunCase> = {}): EvalRunCase => ({
  testCaseId: `case_${title}`,
  title,
  model: null,
  outcome: 'failed',
  trials: ['failed', 'failed'],
  passed: 0,
  eligible: 2,
  passRateInterval: null,
  excluded: {},
  p50DurationMs: 132,
  firstFailure: {
    iterationId: 'iter_1',
    trial: 1,
    stage: 'call',
    assertion: 'argumentsMatchToolSchema',
    expected: 'arguments that fit the schema',
    came: "must have required property 'amount'",
  },
  iterationId: 'iter_1',
  ...more,
});

/** The report of a run that failed, with the fields that reporters read. */
export const reportOf = (run: Partial<EvalRun> = {}, more: Partial<RunReport> = {}): RunReport => ({
  run: {
    id: 'run_1',
    suiteId: 'suite_1',
    suiteName: 'Helpdesk',
    verdict: 'failed',
    sentence: 'Failed. 51 of 83 trials passed, 61 %; the suite needs 90 %.',
    because: 'The 95 % interval is 51–71 %, all of it below the line.',
    durationMs: 6_400,
    ...run,
  } as EvalRun,
  gate: undefined,
  since: undefined,
  cases: [failedCase('refund in cents')],
  passedCases: [],
  counts: { passed: 12, failed: 1, undecided: 0, open: 0 },
  address: undefined,
  file: undefined,
  exported: async (format) => `<${format}>`,
  next: [{ label: 'Traces', command: 'assay trace last' }],
  ...more,
});

/** The decision of a gate. */
export const gateOf = (outcome: EvalGateReport['outcome'], more: Partial<EvalGateReport> = {}) => ({
  name: 'release',
  report: {
    outcome,
    sentence: `The gate ${outcome}: 1 of 2 rules.`,
    because: '',
    verdicts: [
      {
        gate: 'minimumPassRate',
        label: 'pass rate',
        status: outcome === 'passed' ? 'passed' : 'failed',
        message: 'm',
        observedText: '61 %',
        thresholdText: 'at least 90 %',
        note: 'interval 51–71 %',
      },
      {
        gate: 'maximumP95LatencyMs',
        label: 'p95 latency',
        status: 'passed',
        message: 'm',
        observedText: '495 ms',
        thresholdText: 'at most 2 000 ms',
      },
    ],
    waived: false,
    waiver: null,
    ...more,
  } as EvalGateReport,
});
