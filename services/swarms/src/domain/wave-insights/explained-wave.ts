import type { Explanation } from '@assay/contract/areas/analysis/explanation';
import type { Finding, InsightsBody } from '@assay/contract/areas/analysis/insights';
import type {
  JourneyCoverageNote,
  JourneyFinding,
  JourneyFindings,
} from '@assay/contract/areas/analysis/journey-findings';
import type { SessionTurn } from '@assay/contract/areas/journey-runs/session-work';
import { explainedFindings } from '@assay/grading/findings/explained-findings';
import { citationOf, standsIn } from './quotes.ts';

/** The turns that findings of a wave cite, by their citations; one that was not read is missing. */
export type CitedTurns = ReadonlyMap<string, SessionTurn>;

type Claim = Explanation['findings'][number];
type ClaimState = 'confirmed' | 'rejected' | 'unverified';

/** No claim of a model was borne out by a transcript. */
export const EXPLANATION_REJECTED = 'EXPLANATION_REJECTED';

/** The turns of its sessions that the evidence of findings names. */
export const placesOfEvidence = ({
  evidence,
}: Pick<Finding, 'evidence'>): { sessionId: string; promptIndex: number }[] =>
  evidence.flatMap(({ sessionId, promptIndex }) =>
    sessionId === undefined || promptIndex === undefined ? [] : [{ sessionId, promptIndex }],
  );

/**
 * Insights with the claims of a model that its quotes bear out. A claim is rejected when it quotes nothing, names a session
 * that is not evidence of its finding, or quotes words that do not stand in the session's turn; it is unverified when a
 * turn could not be read.
 */
export function explainedWave(
  body: InsightsBody,
  explanation: Explanation,
  turns: CitedTurns,
): { body: InsightsBody; reasonCode?: string } {
  const findings = new Map(body.findings.map((finding) => [finding.id, finding]));
  const claims = explanation.findings.flatMap((claim) => {
    const finding = findings.get(claim.id);
    return finding ? [{ claim, state: stateOf(claim, finding, turns) }] : [];
  });
  const count = (state: ClaimState): number => claims.filter((each) => each.state === state).length;
  const kept = claims.filter(({ state }) => state !== 'rejected').map(({ claim }) => claim);
  const checked = {
    ...body,
    ...(body.journeyFindings && {
      journeyFindings: verified(body.journeyFindings, {
        confirmed: count('confirmed'),
        rejected: count('rejected'),
        unverified: count('unverified'),
      }),
    }),
  };
  if (kept.length === 0) return { body: checked, reasonCode: EXPLANATION_REJECTED };
  const explained = explainedFindings(checked, { ...explanation, findings: kept });
  return { body: withAccounts(explained, new Set(kept.map(({ id }) => id))) };
}

function stateOf({ sessionIds = [], quotes = [] }: Claim, finding: Finding, turns: CitedTurns): ClaimState {
  const places = placesOfEvidence(finding);
  const isEvidence = (id: string): boolean => places.some(({ sessionId }) => sessionId === id);
  if (quotes.length === 0 || ![...sessionIds, ...quotes.map(({ sessionId }) => sessionId)].every(isEvidence))
    return 'rejected';
  const read = quotes.map(({ sessionId, text }) => {
    const own = places.filter((place) => place.sessionId === sessionId).map((place) => turns.get(citationOf(place)));
    if (own.every((turn) => turn === undefined)) return 'unverified';
    return own.some((turn) => turn && standsIn(turn, text)) ? 'confirmed' : 'rejected';
  });
  if (read.includes('rejected')) return 'rejected';
  return read.includes('unverified') ? 'unverified' : 'confirmed';
}

function verified(findings: JourneyFindings, more: Record<ClaimState, number>): JourneyFindings {
  const { proposed, confirmed, rejected, unverified, omitted } = findings.verification;
  return {
    ...findings,
    coverageNotes: more.rejected > 0 ? noted(findings.coverageNotes, 'mechanismsRejected') : findings.coverageNotes,
    verification: {
      proposed: proposed + more.confirmed + more.rejected + more.unverified,
      confirmed: confirmed + more.confirmed,
      rejected: rejected + more.rejected,
      unverified: unverified + more.unverified,
      omitted,
    },
  };
}

export const noted = (notes: readonly JourneyCoverageNote[], note: JourneyCoverageNote): JourneyCoverageNote[] =>
  notes.includes(note) ? [...notes] : [...notes, note];

/** Puts the causes that a model found next to the words of the transcripts. */
function withAccounts(body: InsightsBody, explained: ReadonlySet<string>): InsightsBody {
  const { journeyFindings } = body;
  if (!journeyFindings) return body;
  const causes = new Map(
    body.findings.flatMap(({ id, rootCause }) =>
      explained.has(id) && rootCause !== undefined ? [[journeyIdOf(id), rootCause] as const] : [],
    ),
  );
  const withAccount = (finding: JourneyFinding): JourneyFinding => {
    const account = causes.get(finding.id);
    if (account === undefined || !finding.reportExcerpt) return finding;
    return { ...finding, reportExcerpt: { ...finding.reportExcerpt, account } };
  };
  return {
    ...body,
    journeyFindings: {
      ...journeyFindings,
      reasoningModel: body.explainedBy ?? null,
      findings: journeyFindings.findings.map(withAccount),
    },
  };
}

/** Both kinds of findings about a signal end in the start of its fingerprint. */
export const journeyIdOf = (findingId: string): string => findingId.replace(/^rf_/, 'jf_');
