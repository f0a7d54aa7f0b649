import type {
  Grade,
  GradedRequirement,
  Lane,
  LaneCoverage,
  ReadinessKind,
  StageResult,
  SubmissionMode,
} from '@assay/contract/areas/readiness/documents';
import type { ReadinessEvidence } from '@assay/contract/areas/readiness/work';
import { claudeRequirements } from './claude.ts';
import { openaiRequirements } from './openai.ts';
import type { Requirement } from './requirement.ts';

/** The version of the tables below: change it with them. */
export const ENGINE_VERSION = 'assay-readiness/2';

/** The requirements of each directory, with the date of the policy texts that they follow. */
const DIRECTORIES: Record<ReadinessKind, { requirements: Requirement[]; policySnapshotDate: string }> = {
  claude: { requirements: claudeRequirements, policySnapshotDate: '2026-04-15' },
  openai: { requirements: openaiRequirements, policySnapshotDate: '2026-11-21' },
};

const LANES: Lane[] = [
  'runtime-compatibility',
  'directory-policy',
  'optional-features',
  'submission-artifacts',
  'experience-insights',
  'plugin-package',
  'release-contract',
];
/** The lanes that the server alone settles, before anything is submitted. */
const PREFLIGHT: Lane[] = ['runtime-compatibility', 'optional-features', 'release-contract'];

export interface GradedReadiness {
  overallStatus: Grade;
  lanes: LaneCoverage[];
  stages: StageResult[];
  requirements: GradedRequirement[];
  policySnapshotDate: string;
  engineVersion: string;
}

/** Grades the evidence against every requirement of a directory. */
export function gradeReadiness(
  kind: ReadinessKind,
  submissionMode: SubmissionMode | null,
  evidence: ReadinessEvidence,
): GradedReadiness {
  const { requirements: table, policySnapshotDate } = DIRECTORIES[kind];
  const requirements = table.map(({ id, lane, text, source, judge }) => ({
    id,
    lane,
    requirement: text,
    source,
    ...judge(evidence, submissionMode),
  }));
  const lanes = LANES.map((lane) =>
    coverage(
      lane,
      requirements.filter((each) => each.lane === lane),
    ),
  );
  const stages = [
    stage(
      'technical-preflight',
      lanes.filter(({ lane }) => PREFLIGHT.includes(lane)),
    ),
    stage('submission-ready', lanes),
  ];
  return {
    overallStatus: worst(lanes),
    lanes,
    stages,
    requirements,
    policySnapshotDate,
    engineVersion: ENGINE_VERSION,
  };
}

function coverage(lane: Lane, requirements: GradedRequirement[]): LaneCoverage {
  const of = (...results: GradedRequirement['result'][]) =>
    requirements.filter(({ result }) => results.includes(result));
  const notEvaluated = of('notEvaluated');
  return {
    lane,
    status: of('fail').length > 0 ? 'not-ready' : notEvaluated.length > 0 ? 'incomplete' : 'ready',
    evaluated: of('pass', 'warn', 'fail').length,
    notEvaluated: notEvaluated.length,
    notApplicable: of('notApplicable').length,
    missingInputs: [...new Set(notEvaluated.flatMap(({ missingInput }) => missingInput ?? []))],
  };
}

const stage = (name: StageResult['stage'], lanes: LaneCoverage[]): StageResult => ({
  stage: name,
  status: worst(lanes),
  lanes: lanes.map(({ lane }) => lane),
});

const worst = (lanes: LaneCoverage[]): Grade =>
  (['not-ready', 'incomplete'] as const).find((grade) => lanes.some(({ status }) => status === grade)) ?? 'ready';
