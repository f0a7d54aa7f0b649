import { Explanation } from '@assay/contract/areas/analysis/explanation';
import { keptText } from '@assay/kit/text/kept-text';
import { oneByOne } from '@assay/work/queue/queued-work';
import { parser } from '@assay/kit/json/parse';
import { redactText } from '@assay/kit/security/redact';
import { claimExplained, completeInsights, type InsightsBody } from '../../store/analysis/insights.ts';

/** At most this much of each text of a model is kept, in characters. */
const [SUMMARY, CAUSE, RECOMMENDATION] = [2_000, 1_000, 1_000];

const parse = parser(Explanation);

/**
 * Adds a model's explanation to the findings of its task. Without a usable explanation the findings are completed as
 * they are, with the reason.
 */
export const settleExplanation = oneByOne(async (tx, { id, result }) => {
  const claimed = await claimExplained(tx, id);
  if (!claimed) return;
  const { runId, body } = claimed;
  const explanation = 'output' in result ? explanationIn(result.output) : undefined;
  if (explanation) await completeInsights(tx, runId, explained(body, explanation), null);
  else await completeInsights(tx, runId, body, 'error' in result ? result.error.code : 'INVALID_EXPLANATION');
});

const said = (text: string, max: number): string => keptText(redactText(text.trim()), max);

function explained(body: InsightsBody, { model, summary, findings }: Explanation): InsightsBody {
  const byId = new Map(findings.map((each) => [each.id, each]));
  const summed = said(summary, SUMMARY);
  return {
    ...body,
    explainedBy: said(model, 200),
    ...(summed && { summary: summed }),
    findings: body.findings.map((finding) => {
      const [rootCause, recommendation] = [
        said(byId.get(finding.id)?.rootCause ?? '', CAUSE),
        said(byId.get(finding.id)?.recommendation ?? '', RECOMMENDATION),
      ];
      return { ...finding, ...(rootCause && { rootCause }), ...(recommendation && { recommendation }) };
    }),
  };
}

function explanationIn(output: Buffer): Explanation | undefined {
  try {
    return parse(output);
  } catch {
    return undefined;
  }
}
