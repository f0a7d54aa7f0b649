import type { Explanation } from '@assay/contract/areas/analysis/explanation';
import type { Finding, Insights } from '@assay/contract/areas/analysis/insights';
import { redactText } from '@assay/kit/security/redact';

/** At most this much of each text of a model is kept, in characters. */
const [MODEL, SUMMARY, CAUSE, RECOMMENDATION] = [200, 2_000, 1_000, 1_000];
/** Ids of chat sessions, as a model may write them. */
const SESSION_ID = /\bchat_[0-9a-z]{26}\b/g;

type Explained = Pick<Insights, 'findings' | 'summary' | 'explainedBy'>;

/**
 * Findings with what a model says about them. No text of it is trusted: secrets are masked, texts are cut, and sessions that
 * are not in the evidence of the findings are not named.
 */
export function explainedFindings<Body extends Explained>(body: Body, { model, summary, findings }: Explanation): Body {
  const known = new Set(body.findings.flatMap(sessionsOf));
  const said = (text: string, max: number): string =>
    redactText(text.trim())
      .replace(SESSION_ID, (id) => (known.has(id) ? id : 'an unknown session'))
      .slice(0, max)
      .toWellFormed();
  const byId = new Map(findings.map((each) => [each.id, each]));
  const summed = said(summary, SUMMARY);
  return {
    ...body,
    explainedBy: said(model, MODEL),
    ...(summed && { summary: summed }),
    findings: body.findings.map((finding) => {
      const { rootCause = '', recommendation = '', sessionIds = [] } = byId.get(finding.id) ?? {};
      const [cause, advice] = [said(rootCause, CAUSE), said(recommendation, RECOMMENDATION)];
      const cited = sessionsOf(finding).filter((id) => sessionIds.includes(id));
      return {
        ...finding,
        ...(cause && { rootCause: cause }),
        ...(advice && { recommendation: advice }),
        ...(cited.length > 0 && { citedSessionIds: [...new Set(cited)] }),
      };
    }),
  };
}

const sessionsOf = ({ evidence }: Finding): string[] =>
  evidence.flatMap(({ sessionId }) => (sessionId === undefined ? [] : [sessionId]));
