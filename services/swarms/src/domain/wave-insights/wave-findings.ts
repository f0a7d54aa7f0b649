import type { Finding, FindingEvidence } from '@assay/contract/areas/analysis/insights';
import { FEWEST_AFFECTED } from '@assay/findings/mining/finding-history';
import { signalFinding } from '@assay/grading/findings/signal-finding';
import type { KnownSignal } from '../findings/finding.ts';
import type { SampledEvidence } from './quotes.ts';
import type { KnownFinding, WaveSource, WaveTrouble } from './read-wave.ts';

/** At most this much of a quote is shown as evidence of a finding, in characters. */
const QUOTED = 600;

/** Evidence by the fingerprint of its signal. */
export type EvidenceBySignal = ReadonlyMap<string, readonly SampledEvidence[]>;

/** The troubles that are findings: the ones that several sessions showed. */
export const foundTroubles = (troubles: readonly WaveTrouble[]): WaveTrouble[] =>
  troubles.filter(({ sessions }) => sessions.length >= FEWEST_AFFECTED);

/** The findings about troubles, with words of the transcripts as evidence. */
export function waveFindings(
  { waveId, known }: Pick<WaveSource, 'waveId' | 'known'>,
  troubles: readonly WaveTrouble[],
  evidence: EvidenceBySignal,
): Finding[] {
  const before = new Map(known.map((finding) => [finding.fingerprint, finding]));
  return troubles.map(({ signal, sessions, total }) => {
    const sampled = evidence.get(signal.fingerprint) ?? [];
    const finding = signalFinding(
      { ...signal, id: findingId(signal), status: statusIn(waveId, before.get(signal.fingerprint)) },
      { count: sessions.length, total },
      sampled,
    );
    return { ...finding, evidence: finding.evidence.flatMap((each, i) => quoted(each, sampled[i]!)) };
  });
}

/** The findings that the mining of the wave resolved. */
export const resolvedFindings = ({ known }: Pick<WaveSource, 'known'>): Finding[] =>
  known
    .filter(({ isResolvedNow }) => isResolvedNow)
    .map((finding) => signalFinding({ ...finding, id: findingId(finding) }, { count: 0, total: 0 }, []));

/** The same for the same signal in every wave. */
const findingId = ({ fingerprint }: Pick<KnownSignal, 'fingerprint'>): string => `rf_${fingerprint.slice(0, 16)}`;

/** The status that the mining of this wave set; before it, whether an earlier wave had the finding. */
const statusIn = (waveId: string, before: KnownFinding | undefined): Finding['status'] => {
  if (!before) return 'new';
  return before.lastWindowId === waveId ? before.status : 'recurring';
};

/** The words of the turn as evidence; a judge's words, which stand in no transcript, are a piece of their own. */
function quoted(told: FindingEvidence, { quote, promptIndex, state }: SampledEvidence): FindingEvidence[] {
  const words = { ...told, promptIndex, excerpt: quote.slice(0, QUOTED).toWellFormed() };
  if (state !== 'shown') return [{ ...told, promptIndex }];
  return told.kind === 'judge'
    ? [
        { ...told, promptIndex },
        { ...words, kind: 'transcript' },
      ]
    : [words];
}
