import { hash } from 'node:crypto';
import {
  MAX_CITATIONS,
  MAX_JOURNEY_FINDINGS,
  type JourneyCoverageNote,
  type JourneyFinding,
  type JourneyFindings,
} from '@assay/contract/areas/analysis/journey-findings';
import { wordsOf } from '@assay/grading/findings/finding-words';
import { openSessions, totalOf } from '../journey-runs/run-report.ts';
import { ofTarget } from '../journey-runs/tally.ts';
import { citationOf, type SampledEvidence } from './quotes.ts';
import { blockingStage, type MeasuredSession, type WaveRun, type WaveSource, type WaveTrouble } from './read-wave.ts';
import { missedAt, rowOf, signalOfMost, stageOf } from './troubles.ts';
import type { EvidenceBySignal } from './wave-findings.ts';

/** Change when the rules do. */
const [PIPELINE, EXTRACTION] = ['wave-insights-1', 'session-signals-1'];
/** At most this many of a finding's sessions are named: a finding of more says so. */
const NAMED_SESSIONS = 50;

/** The journey findings of a wave, as the rules make them. */
export function journeyFindingsOf(
  source: WaveSource,
  sessions: readonly MeasuredSession[],
  troubles: readonly WaveTrouble[],
  evidence: EvidenceBySignal,
  generatedAt: number,
): JourneyFindings {
  const all = [
    ...troubles.map((trouble) => findingOf(source, trouble, evidence.get(trouble.signal.fingerprint) ?? [])),
    ...withoutCalls(source, sessions),
  ];
  const findings = all.slice(0, MAX_JOURNEY_FINDINGS);
  const population = populationOf(source, sessions);
  const personas = personaRows(source.runs, sessions);
  const verified = (state: JourneyFinding['basis']) => findings.filter(({ basis }) => basis === state).length;
  const confirmed = verified('verifiedMechanism') + verified('sessionReport');
  return {
    contractVersion: 1,
    generatedAt,
    sourceRevision: source.revision,
    pipelineVersion: PIPELINE,
    extractionVersion: EXTRACTION,
    extractionModel: null,
    reasoningModel: null,
    summaryKind: summaryKindOf(population, personas, countOf(source.runs, 'verdict/passed', 'verdict/failed')),
    population,
    coverageNotes: notesOf(source, population, findings),
    disclosure: null,
    personas,
    findings,
    verification: {
      proposed: findings.length,
      confirmed,
      rejected: 0,
      unverified: findings.length - confirmed,
      omitted: all.length - findings.length,
    },
  };
}

const countOf = (runs: readonly Pick<WaveRun, 'tally'>[], ...names: string[]): number =>
  runs.reduce((sum, { tally }) => sum + names.reduce((of, name) => of + (tally[name] ?? 0), 0), 0);

function populationOf({ runs }: WaveSource, sessions: readonly MeasuredSession[]): JourneyFindings['population'] {
  const started = countOf(runs, 'started');
  const read = Math.min(sessions.length, started);
  return {
    configured: runs.reduce((sum, { spec }) => sum + totalOf(spec), 0),
    started,
    read,
    unread: started - read,
    withdrawn: countOf(runs, 'lifecycle/withdrawn'),
    limited: countOf(runs, 'lifecycle/limited'),
    graded: countOf(runs, 'graded'),
  };
}

function notesOf(
  { runs, isCapped }: WaveSource,
  { withdrawn, limited, graded, read }: JourneyFindings['population'],
  findings: readonly JourneyFinding[],
): JourneyCoverageNote[] {
  const noted = new Set(findings.flatMap(({ coverageNotes }) => coverageNotes));
  const notes: [JourneyCoverageNote, boolean][] = [
    ['sessionScanCapped', isCapped || noted.has('sessionScanCapped')],
    ['transcriptMissing', noted.has('transcriptMissing')],
    ['contextTooLarge', noted.has('contextTooLarge')],
    ['judgeNotRun', read > graded],
    ['sessionsWithdrawn', withdrawn > 0],
    ['sessionsRateLimited', limited > 0],
    ['partialRead', runs.some(({ tally }) => openSessions(tally) > 0)],
  ];
  return notes.flatMap(([note, applies]) => (applies ? [note] : []));
}

/** How each persona fared, from all of its sessions. At least half of the graded ones failed: its goals were missed. */
function personaRows(runs: readonly WaveRun[], sessions: readonly MeasuredSession[]): JourneyFindings['personas'] {
  return [...Map.groupBy(runs, ({ spec }) => spec.persona.id)].map(([personaRefId, own]) => ({
    persona: { personaRefId, name: own.at(-1)!.spec.persona.name },
    ...rowOf(
      dispositionOf(
        own,
        sessions.filter(({ run }) => run.spec.persona.id === personaRefId),
      ),
    ),
    goalRunIds: own.map(({ id }) => id),
  }));
}

function dispositionOf(runs: readonly WaveRun[], sessions: readonly MeasuredSession[]) {
  const [passed, failed] = [countOf(runs, 'verdict/passed'), countOf(runs, 'verdict/failed')];
  if (countOf(runs, 'started') === 0) return 'notRun';
  if (countOf(runs, 'lifecycle/ran') === 0) return setupFailures(runs) > 0 ? 'blockedConnecting' : 'notMeasured';
  if (passed + failed === 0) return 'notMeasured';
  if (failed * 2 >= passed + failed) return missedAt(blockingStage(sessions.filter(({ hasMissed }) => hasMissed)));
  return failed > 0 || sessions.some(({ troubles }) => troubles.length > 0) ? 'goalMetWithFriction' : 'goalMet';
}

const setupFailures = (runs: readonly WaveRun[]): number =>
  runs.reduce(
    (sum, { spec, tally }) =>
      sum + spec.targets.reduce((of, _, i) => of + (tally[ofTarget(i, 'trial/setupFailed')] ?? 0), 0),
    0,
  );

function summaryKindOf(
  { started, read }: JourneyFindings['population'],
  personas: JourneyFindings['personas'],
  graded: number,
): JourneyFindings['summaryKind'] {
  const has = (tone: string) => personas.some((row) => row.tone === tone);
  if (started === 0) return 'notLaunched';
  if (has('fail')) return 'broken';
  if (read === 0) return 'unread';
  if (graded === 0) return 'ungraded';
  return has('warn') ? 'friction' : 'landed';
}

/** Sayings of personas and judges; other troubles are mechanisms, which a transcript shows or not. */
const REPORTS = new Set<string>(['goalMissed', 'criterionUnmet']);

function findingOf(source: WaveSource, trouble: WaveTrouble, sampled: readonly SampledEvidence[]): JourneyFinding {
  const { signal, sessions } = trouble;
  const words = wordsOf(signal);
  const stage = stageOf(signal);
  const shown = sampled.filter(({ state }) => state === 'shown');
  const basis =
    shown.length === 0 ? 'populationFact' : REPORTS.has(signal.dimension) ? 'sessionReport' : 'verifiedMechanism';
  const citations = shown.slice(0, MAX_CITATIONS).map(citationOf);
  return {
    ...commonOf(source, sessions, trouble.total),
    id: findingIdOf(signal.fingerprint),
    basis,
    citations,
    chainStage: stage ?? null,
    chainStageState: stage ? 'failed' : null,
    chainStageBasis: stage ? 'derived' : 'unmeasured',
    ...rowOf(fareOf(sessions, stage)),
    coverageNotes: findingNotes(sampled, { isSampled: sessions.length > sampled.length, isUnmeasured: !stage }),
    mechanismPhrase: words.title,
    fixPhrase: words.recommendation,
    reportExcerpt: shown[0] ? { actual: shown[0].quote, citations: citations.slice(0, 1), account: null } : null,
    mechanismId: basis === 'verifiedMechanism' ? words.slug : null,
  };
}

const findingIdOf = (fingerprint: string): string => `jf_${fingerprint.slice(0, 16)}`;

/** Sessions that missed their goal and called no tool: a count, which no turn shows. */
function withoutCalls(source: WaveSource, sessions: readonly MeasuredSession[]): JourneyFinding[] {
  const missed = sessions.filter(({ hasMissed }) => hasMissed);
  const silent = missed.filter(({ shown }) => shown.has('noToolCalled'));
  if (silent.length < 2) return [];
  return [
    {
      ...commonOf(source, silent, missed.length),
      id: findingIdOf(hash('sha256', 'noToolCalled')),
      basis: 'populationFact',
      citations: [],
      chainStage: 'selection',
      chainStageState: 'failed',
      chainStageBasis: 'derived',
      ...rowOf('lostFindingTool'),
      coverageNotes: findingNotes([], { isSampled: silent.length > NAMED_SESSIONS, isUnmeasured: false }),
      mechanismPhrase: 'No tool is called',
      fixPhrase: 'Have the descriptions of the tools and the system prompt say what the tools are for.',
      reportExcerpt: null,
      mechanismId: null,
    },
  ];
}

const findingNotes = (
  sampled: readonly SampledEvidence[],
  { isSampled, isUnmeasured }: { isSampled: boolean; isUnmeasured: boolean },
): JourneyCoverageNote[] => [
  ...(isSampled ? (['sessionScanCapped'] as const) : []),
  ...(sampled.some(({ state }) => state === 'missing') ? (['transcriptMissing'] as const) : []),
  ...(sampled.some(({ state }) => state === 'tooLarge') ? (['contextTooLarge'] as const) : []),
  ...(isUnmeasured ? (['chainUnmeasured'] as const) : []),
];

function fareOf(sessions: readonly MeasuredSession[], stage: ReturnType<typeof stageOf>) {
  if (sessions.some(({ hasMissed }) => hasMissed)) return missedAt(stage);
  return sessions.some(({ verdict }) => verdict === 'passed') ? 'goalMetWithFriction' : 'notMeasured';
}

/** The part of a finding that follows from its sessions alone. */
function commonOf({ runs }: WaveSource, sessions: readonly MeasuredSession[], total: number) {
  const [first] = sessions as [MeasuredSession];
  const { run } = first;
  const target = run.spec.targets[first.targetIndex]!;
  const same = <T>(of: (session: MeasuredSession) => T): boolean => sessions.every((each) => of(each) === of(first));
  const isOneRun = same((session) => session.run.id);
  const isOnePersona = same((session) => session.run.spec.persona.id);
  const isOneTarget = same(targetIdOf);
  const missed = sessions.filter(({ hasMissed }) => hasMissed).length;
  return {
    scopeLevel: scopeOf(runs, sessions, { isOneRun, isOnePersona, isOneTarget }),
    persona: isOnePersona ? { personaRefId: run.spec.persona.id, name: run.spec.persona.name } : null,
    goal: isOneRun ? { runId: run.id, journeyRefId: run.journeyId, title: run.spec.journeyName } : null,
    target: isOneTarget
      ? {
          kind: target.environment ? ('environment' as const) : ('host' as const),
          id: target.targetId,
          label: target.environment?.name ?? target.hostName,
          modelId: target.modelId,
        }
      : null,
    population: { count: sessions.length, total, unit: 'sessions' as const },
    sessionIds: sessions.slice(0, NAMED_SESSIONS).map(({ id }) => id),
    verdictSeen: mostFrequent(sessions.map(({ verdict }) => verdict)),
    outcomePhrase: `${missed} of the ${sessions.length === 1 ? 'one session' : `${sessions.length} sessions`} that showed it missed the goal.`,
    signal: signalOfMost(sessions),
  };
}

const targetIdOf = ({ run, targetIndex }: MeasuredSession): string => run.spec.targets[targetIndex]!.targetId;

function scopeOf(
  runs: readonly WaveRun[],
  sessions: readonly MeasuredSession[],
  { isOneRun, isOnePersona, isOneTarget }: { isOneRun: boolean; isOnePersona: boolean; isOneTarget: boolean },
): JourneyFinding['scopeLevel'] {
  const several = (ids: string[]): boolean => new Set(ids).size > 1;
  if (sessions.length === 1) return 'session';
  if (isOneRun && runs.length > 1) return 'goal';
  if (isOnePersona && several(runs.map(({ spec }) => spec.persona.id))) return 'persona';
  if (isOneTarget && several(runs.flatMap(({ spec }) => spec.targets.map(({ targetId }) => targetId)))) return 'target';
  return 'wave';
}

function mostFrequent<T>(values: readonly T[]): T {
  const counts = [...Map.groupBy(values, (value) => value)].sort(([, a], [, b]) => b.length - a.length);
  return counts[0]![0];
}
