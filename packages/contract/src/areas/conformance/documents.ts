import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, nullable, oneOf, open, page, pageQuery, record } from '../../schema.ts';
import { ConformanceCheck, ConformanceSuite, ScenarioStatus, ConformanceArea } from './check.ts';
import { DirectoryRunStatus, RunKey } from '../directory-runs/documents.ts';
import { Prose } from '../../text.ts';

/** The revisions that can be asked for: the official suite knows the older two, our own scenarios all three. */
export const TestedRevision = oneOf(['2025-06-18', '2025-11-25', '2026-07-28']);

export type StartConformanceRun = Static<typeof StartConformanceRun>;
export const StartConformanceRun = closed(
  {
    suites: Type.Optional(
      Type.Array(oneOf(['protocol', 'apps', 'tasks'], { $id: 'OwnConformanceSuite' }), {
        minItems: 1,
        maxItems: 3,
        uniqueItems: true,
        description: 'All three when absent.',
      }),
    ),
    idempotencyKey: Type.Optional(RunKey),
    protocolVersion: Type.Optional({
      ...TestedRevision,
      description:
        'Only the scenarios of this revision of MCP. When absent, the official suite runs its scenarios of every revision, and our own test the newest revision that the server speaks.',
    }),
    scenarios: Type.Optional(
      Type.Array(Prose(200, { minLength: 1 }), {
        minItems: 1,
        maxItems: 50,
        uniqueItems: true,
        description:
          'Only these scenarios, by the names of a report, such as `assay/malformed-json`. The outcome is about them alone; a name without a scenario has no result.',
      }),
    ),
    engineVersion: Type.Optional(
      Prose(100, {
        minLength: 1,
        description: 'The wanted version of the suite. A version that is not installed is a VALIDATION_ERROR.',
      }),
    ),
  },
  { $id: 'ConformanceRunStart' },
);

export type ConformanceRunReceipt = Static<typeof ConformanceRunReceipt>;
export const ConformanceRunReceipt = open(
  {
    runId: Id,
    projectId: Id,
    serverId: Id,
    status: DirectoryRunStatus,
    deduped: Type.Boolean({ description: 'An earlier request with the same key made this run.' }),
    requestedSuites: Type.Array(ConformanceSuite),
  },
  { $id: 'ConformanceRunReceipt' },
);

export type ConformanceOutcome = Static<typeof ConformanceOutcome>;
export const ConformanceOutcome = oneOf(['passed', 'failed', 'incomplete'], {
  description:
    '`passed`: every scenario that applies to the server passed; a scenario that does not apply counts for nothing. `incomplete`: nothing failed, and a scenario or a whole suite could not run, or no scenario applied.',
});

export type SuiteResult = Static<typeof SuiteResult>;
export const SuiteResult = open(
  {
    suite: ConformanceSuite,
    status: oneOf(['pending', 'passed', 'failed', 'notAvailable', 'couldNotRun'], {
      description:
        '`notAvailable`: no scenario of this suite applies to the server, which does no harm to the outcome.',
    }),
    reason: Type.Optional(Type.String()),
    passed: Type.Integer(),
    warnings: Type.Integer(),
    failed: Type.Integer(),
    skipped: Type.Integer(),
    notApplicable: Type.Integer(),
    couldNotRun: Type.Integer(),
  },
  { $id: 'ConformanceSuiteResult', description: 'A suite and the number of its scenarios per status.' },
);

const Engine = open({ name: Prose(200, { minLength: 1 }), version: Type.Optional(Prose(100)) });
export type ConformanceTarget = Static<typeof ConformanceTarget>;
export const ConformanceTarget = open({
  kind: oneOf(['server', 'github_repo', 'external']),
  name: Type.Optional(Prose(500)),
  url: Type.Optional(Prose(2_000)),
});
export type ConformanceSource = Static<typeof ConformanceSource>;
export const ConformanceSource = oneOf(['ui', 'sdk', 'cli', 'github_action', 'github_app', 'api'], {
  description: 'Who made the run.',
});

export type ConformanceRun = Static<typeof ConformanceRun>;
export const ConformanceRun = open(
  {
    id: Id,
    serverId: nullable(Id),
    target: ConformanceTarget,
    source: ConformanceSource,
    externalRunId: nullable(Type.String({ description: 'Set for a run that was made elsewhere.' })),
    status: DirectoryRunStatus,
    outcome: nullable(ConformanceOutcome),
    requestedSuites: Type.Array(ConformanceSuite),
    requestedScenarios: Type.Optional(
      Type.Array(Type.String(), { description: 'The only scenarios of the run, where it names some.' }),
    ),
    durationMs: Type.Optional(
      Type.Number({
        description: 'How long the scenarios took together; absent before the end, and for reported runs.',
      }),
    ),
    suites: Type.Array(SuiteResult),
    totalCases: Type.Integer({ description: 'Scenarios that were judged.' }),
    totalFailingCases: Type.Integer(),
    engine: nullable(Engine),
    protocolVersion: nullable(Type.String()),
    ci: Type.Optional(record({ description: 'The CI job that reported it, without what looks like a secret.' })),
    attemptCount: Type.Integer({ description: 'How often a runner began it.' }),
    terminalReason: nullable(Type.String({ description: 'Why it ended without an outcome.' })),
    errorMessage: nullable(Type.String()),
    hasReport: Type.Boolean(),
    reportUrl: nullable(Type.String({ description: "The path of the report below the API's address." })),
    createdAt: EpochMs(),
    updatedAt: EpochMs(),
  },
  { $id: 'ConformanceRun' },
);

const { cursor, limit } = pageQuery('ConformanceRunPageQuery', 25, 100).properties;
export const ListConformanceRuns = open({ serverId: Type.Optional(Id), cursor, limit }, { $id: 'ListConformanceRuns' });
export const ConformanceRunPage = page(ConformanceRun, 'ConformanceRunPage');

const scenarioFacts = {
  title: Type.Optional(Type.String({ description: 'The rule, as a sentence.' })),
  area: Type.Optional(ConformanceArea),
  durationMs: Type.Optional(Type.Number()),
  endedServer: Type.Optional(
    Type.Literal(true, {
      description: 'The scenario broke the connection, and the server could not be reached after it.',
    }),
  ),
};

export const FailingCase = open(
  {
    suite: ConformanceSuite,
    scenario: Type.String(),
    ...scenarioFacts,
    checks: Type.Array(ConformanceCheck, { description: 'The checks that failed, or that are warnings.' }),
  },
  { $id: 'ConformanceFailingCase' },
);

/** The scenarios of a run that did not conform. */
export type ConformanceReport = Static<typeof ConformanceReport>;
export const ConformanceReport = open(
  {
    runId: Id,
    serverId: nullable(Id),
    status: DirectoryRunStatus,
    outcome: nullable(ConformanceOutcome),
    engine: nullable(Engine),
    suites: Type.Array(SuiteResult),
    totalCases: Type.Integer(),
    totalFailingCases: Type.Integer(),
    cases: Type.Array(FailingCase, { description: 'Scenarios with failing checks, at most 50.' }),
    truncated: Type.Boolean({ description: 'More failed than are shown.' }),
    warnings: Type.Array(FailingCase, {
      description: 'Scenarios that passed and in which the server does not do what it should, at most 50.',
    }),
    passed: Type.Array(FailingCase, {
      description: 'Scenarios that passed, with their checks and what was sent and answered, at most 200.',
    }),
    endedBy: Type.Optional(
      open(
        { suite: ConformanceSuite, scenario: Type.String(), title: Type.Optional(Type.String()) },
        { description: 'The scenario after which the server could not be reached any more.' },
      ),
    ),
    durationMs: Type.Optional(Type.Number()),
    unjudged: Type.Array(
      open({
        suite: ConformanceSuite,
        scenario: Type.String(),
        title: scenarioFacts.title,
        area: scenarioFacts.area,
        status: ScenarioStatus,
        reason: Type.Optional(Type.String()),
      }),
      {
        description: 'Scenarios without a result about the server, and why, at most 200.',
      },
    ),
  },
  { $id: 'ConformanceReport' },
);

/** Fields that all runs made elsewhere share. */
export const reportedFields = {
  engine: Type.Optional({ ...Engine, description: 'The suite that ran.' }),
  target: Type.Optional({ ...ConformanceTarget, description: 'The tested server, where it is not a saved one.' }),
  source: Type.Optional({ ...ConformanceSource, default: 'api' }),
  protocolVersion: Type.Optional(Prose(100)),
};
