import type { ExplanationGrant } from '@assay/findings/explaining/explanation-grant';
import type { InsightsBody } from '@assay/contract/areas/analysis/insights';

/** Insights that say what a model is about to be sent, and by which way. */
export function disclosed(body: InsightsBody, grant: ExplanationGrant | undefined): InsightsBody {
  const { journeyFindings } = body;
  if (!journeyFindings || !grant || !('jobId' in grant)) return body;
  const rail = grant.model.startsWith('openrouter/') ? 'openrouter' : 'gateway';
  const disclosure = { rail, evidenceSent: ['findings', 'excerpts'] } as const;
  return {
    ...body,
    journeyFindings: { ...journeyFindings, disclosure: { ...disclosure, evidenceSent: [...disclosure.evidenceSent] } },
  };
}
