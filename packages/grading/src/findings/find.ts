import type { Finding, FindingEvidence } from '@assay/contract/areas/analysis/insights';
import { given } from '@assay/contract/given';
import { redactText } from '@assay/kit/security/redact';
import { failurePatterns, type FailurePattern } from './patterns.ts';
import { signalOf, type FailingTrial, type FailureSignal } from './signal.ts';

/** A passed trial of a case with failed trials. */
export interface PassedTrial {
  id: string;
  caseId: string;
  model: string | null;
  observedTools: string[];
}

/**
 * The failing trials of a run, and a passed trial for each of their cases that has one; `attempted` counts all trials.
 */
export interface FindingInput {
  failing: FailingTrial[];
  contrasts: PassedTrial[];
  attempted: number;
}

/** A finding before it is compared with earlier runs and joined with the declarations of servers. */
export interface FindingCandidate {
  finding: Omit<Finding, 'status'>;
  pattern: FailurePattern;
  toolName: string | undefined;
  exemplar: string;
}

const [MAX_FINDINGS, MAX_EVIDENCE, MAX_EXCERPT, MAX_CASES] = [50, 5, 300, 100];
const SEVERITIES = ['info', 'low', 'medium', 'high'] as const;

/**
 * Groups failing trials by their failure signal, the most frequent first; `omitted` counts the findings beyond the
 * limit.
 */
export function findPatterns(population: FindingInput): {
  found: FindingCandidate[];
  omittedFindings: number;
  omittedEvidence: number;
} {
  const clusters = Map.groupBy(
    population.failing.map((trial) => ({ trial, signal: signalOf(trial) })),
    ({ signal }) => signal.fingerprint,
  );
  const contrasts = new Map(population.contrasts.map((each) => [each.caseId, each]));
  const all = [...clusters.values()]
    .map((members) =>
      foundIn(
        members[0]!.signal,
        members.map(({ trial }) => trial),
        contrasts,
        population.attempted,
      ),
    )
    .sort(
      (a, b) =>
        b.finding.affected.count - a.finding.affected.count ||
        SEVERITIES.indexOf(b.finding.severity) - SEVERITIES.indexOf(a.finding.severity) ||
        a.finding.id.localeCompare(b.finding.id),
    );
  const found = all.slice(0, MAX_FINDINGS);
  const shown = found.reduce(
    (sum, { finding }) => sum + finding.evidence.filter(({ kind }) => kind !== 'contrast').length,
    0,
  );
  return { found, omittedFindings: all.length - found.length, omittedEvidence: population.failing.length - shown };
}

function foundIn(
  signal: FailureSignal,
  trials: FailingTrial[],
  contrasts: ReadonlyMap<string, PassedTrial>,
  total: number,
): FindingCandidate {
  const caseIds = [...new Set(trials.map(({ caseId }) => caseId))];
  const contrast = caseIds.map((id) => contrasts.get(id)).find((each) => each !== undefined);
  const pattern = failurePatterns.find(({ when }) => when(signal, contrast !== undefined))!;
  const tool = signal.toolName ?? 'the tool';
  const title = pattern.title(tool, signal);
  const share = trials.length / total;
  return {
    pattern,
    toolName: signal.toolName,
    exemplar: trials[0]!.id,
    finding: {
      id: `rf_${signal.fingerprint.slice(0, 16)}`,
      signalFingerprint: signal.fingerprint,
      patternSlug: pattern.slug,
      title: signal.toolName === undefined ? `${title.charAt(0).toUpperCase()}${title.slice(1)}` : title,
      category: pattern.category,
      attribution: pattern.attribution,
      actionTarget: pattern.actionTarget,
      actionability: pattern.actionability,
      severity: severityOf(signal, share),
      confidence: confidenceOf(trials.length, caseIds.length),
      observed: `${trials.length} of ${total} trials, in ${caseIds.length} ${caseIds.length === 1 ? 'case' : 'cases'}, broke here. The first: ${redactText(signal.reason, MAX_EXCERPT)}`,
      recommendation: pattern.recommendation(tool),
      acceptanceCriteria: [pattern.accepted(tool)],
      affected: { count: trials.length, total, unit: 'iterations' },
      caseIds: caseIds.slice(0, MAX_CASES),
      evidence: evidenceOf(trials, contrast),
    },
  };
}

/** An evaluator error says nothing about the server, so its severity is `info`. */
function severityOf({ category }: FailureSignal, share: number): Finding['severity'] {
  if (category === 'evaluator') return 'info';
  if (share >= 0.5) return 'high';
  return share >= 0.1 ? 'medium' : 'low';
}

/** One trial may be chance; the same failure in several cases hardly is. */
function confidenceOf(trials: number, cases: number): Finding['confidence'] {
  if (trials >= 5 && cases >= 2) return 'high';
  return trials >= 2 ? 'medium' : 'low';
}

/** Trials of as many cases as there is room for, and a passed trial if there is one. */
function evidenceOf(trials: FailingTrial[], contrast: PassedTrial | undefined): FindingEvidence[] {
  const firsts = [...Map.groupBy(trials, ({ caseId }) => caseId).values()].map(([first]) => first!);
  const chosen = [...new Set([...firsts, ...trials])].slice(0, contrast ? MAX_EVIDENCE - 1 : MAX_EVIDENCE);
  return [...chosen.map(seenIn), ...(contrast ? [passedIn(contrast)] : [])];
}

function seenIn(trial: FailingTrial): FindingEvidence {
  const { reason, toolName, errorCode, quotesCall, byJudge } = signalOf(trial);
  return {
    kind: quotesCall ? 'tool_error' : byJudge ? 'judge' : 'transcript',
    iterationId: trial.id,
    excerpt: redactText(`${trial.title}: ${reason}`, MAX_EXCERPT),
    ...given({ toolName, errorCode }),
  };
}

function passedIn({ id, model, observedTools }: PassedTrial): FindingEvidence {
  const called =
    observedTools.length > 0 ? `after calling ${[...new Set(observedTools)].slice(0, 5).join(', ')}` : 'without a tool';
  return {
    kind: 'contrast',
    iterationId: id,
    excerpt: `Another trial of the same case passed${model === null ? '' : ` with ${model}`}, ${called}.`,
  };
}
