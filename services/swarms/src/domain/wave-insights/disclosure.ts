import type { InsightsBody } from '@assay/contract/areas/analysis/insights';

/** Insights that say what the model that will explain them is about to be sent, and by which way. */
export function disclosed(body: InsightsBody, model: string | undefined): InsightsBody {
  const { journeyFindings } = body;
  if (!journeyFindings || model === undefined) return body;
  const rail = model.startsWith('openrouter/') ? 'openrouter' : 'gateway';
  const disclosure = { rail, evidenceSent: ['findings', 'excerpts'] } as const;
  return {
    ...body,
    journeyFindings: { ...journeyFindings, disclosure: { ...disclosure, evidenceSent: [...disclosure.evidenceSent] } },
  };
}
