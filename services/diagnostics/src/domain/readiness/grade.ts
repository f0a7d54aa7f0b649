import type {
  Grade,
  GradedRequirement,
  Lane,
  LaneCoverage,
  ReadinessKind,
  StageResult,
  SubmissionFact,
  SubmissionMode,
} from '@assay/contract/areas/readiness/documents';
import type { Fault } from '@assay/contract/fault';
import type { ReadinessEvidence } from '@assay/contract/areas/readiness/work';
import { claudeRequirements } from './claude.ts';
import { openaiRequirements } from './openai.ts';
import { fail, pass, type Requirement, type RequirementGrade } from './requirement.ts';

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
  facts: readonly SubmissionFact[] = [],
): GradedReadiness {
  const { requirements: table, policySnapshotDate } = DIRECTORIES[kind];
  const requirements = table.map(({ id, lane, text, source, judge }) => ({
    id,
    lane,
    requirement: text,
    source,
    ...withFact(
      judge(evidence, submissionMode),
      facts.find((fact) => fact.requirementId === id),
    ),
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

/** A requirement that only the submitter can settle has the grade that the submitter states. */
function withFact(grade: RequirementGrade, fact: SubmissionFact | undefined): RequirementGrade {
  if (!fact || grade.result !== 'notEvaluated' || !grade.statable) return grade;
  const detail = `The submitter states: ${fact.note}`;
  return {
    ...(fact.met ? pass(detail) : fail(detail, `Provide ${grade.missingInput}.`)),
    stated: true,
    statable: true,
  };
}

/** The facts that are kept with a server, and the facts of a request, which win. */
export const factsTogether = (kept: readonly SubmissionFact[], asked: readonly SubmissionFact[]): SubmissionFact[] => [
  ...asked,
  ...kept
    .filter(({ requirementId }) => asked.every((fact) => fact.requirementId !== requirementId))
    .map(({ requirementId, met, note }) => ({ requirementId, met, note })),
];

/** The place of the first fact about something that is not a requirement of the directory, or that is stated twice. */
export function factFault(
  kind: ReadinessKind,
  facts: readonly SubmissionFact[],
  field = '/submissionFacts',
): Fault | undefined {
  const ids = facts.map(({ requirementId }) => requirementId);
  const known = new Set(DIRECTORIES[kind].requirements.map(({ id }) => id));
  const at = ids.findIndex((id, i) => !known.has(id) || ids.indexOf(id) !== i);
  if (at === -1) return undefined;
  const message = known.has(ids[at]!) ? 'is stated twice' : `is not a requirement of the directory ${kind}`;
  return { path: `${field}/${at}/requirementId`, message };
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
