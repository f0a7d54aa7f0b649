import type { EvalRun } from '@assay/contract/areas/eval-runs/documents';
import type { RateInterval } from '@assay/contract/areas/analysis/statistics';
import { wilsonInterval } from '@assay/grading/statistics/wilson';
import { redactText } from '@assay/kit/security/redact';
import { actionOf, failureOf } from '../analysis/diagnostic.ts';
import type { FailingIteration } from '../analysis/failing-iteration.ts';
import { escapeMarkdown, markdownTable } from './markdown-text.ts';
import { variantKey, variantName, type ReportAddresses, type ReportedVariant } from './reported.ts';

/** At most this many cases and failing iterations in full; the summary says how many more there are. */
export const [MAX_CASES, MAX_FAILING] = [200, 50];
const MAX_WHY = 300;

/** A finished run, with the case variants and the failing iterations to show, and their total numbers. */
export interface SummarizedRun {
  run: EvalRun;
  variants: ReportedVariant[];
  variantCount: number;
  failing: FailingIteration[];
  failingCount: number;
  addresses: ReportAddresses;
}

const HEADLINE: Record<EvalRun['verdict'], string> = {
  passed: '✅ Passed',
  failed: '❌ Failed',
  inconclusive: '⚠️ Inconclusive',
  notEstablished: '⚠️ No verdict',
};

/** A run as Markdown, for readers of a pull request. */
export function markdownOf(summarized: SummarizedRun): string {
  const { run, addresses } = summarized;
  const name = run.name === undefined ? '' : `: ${escapeMarkdown(run.name)}`;
  return `${[
    `## ${HEADLINE[run.verdict]} · eval run #${run.runNumber}${name}`,
    verdictOf(run),
    caseTable(summarized),
    failures(summarized),
    usageOf(run),
    `[Open the run](${addresses.run})`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
}

const percent = (fraction: number): string => `${Number((fraction * 100).toFixed(1))} %`;
const between = (interval: RateInterval | null | undefined): string =>
  interval ? `, ${percent(interval.confidence)} interval ${percent(interval.lower)} to ${percent(interval.upper)}` : '';

/** The words of the run itself, and cases that were left out or decide nothing. */
function verdictOf({ sentence, because, undecided, casesLeftOut, casesWithoutGrading }: EvalRun): string {
  return [
    `**${escapeMarkdown(sentence)}**`,
    ...(because ? [escapeMarkdown(redactText(because, MAX_WHY))] : []),
    ...(casesLeftOut ? [sentenceOf(casesLeftOut.message)] : []),
    ...(casesWithoutGrading && undecided?.reason !== 'gradingNotConfigured'
      ? [`⚠️ ${sentenceOf(casesWithoutGrading.message)}`]
      : []),
  ].join('  \n');
}

const sentenceOf = (text: string): string => escapeMarkdown(redactText(text, MAX_WHY)).replace(/\.?$/, '.');

function caseTable({ run, variants, variantCount }: SummarizedRun): string {
  if (variants.length === 0) return '';
  const verdicts = new Map(
    run.decision?.cases.map((each) => [
      variantKey({ caseId: each.caseId, model: each.executionVariant?.model ?? null }),
      each.verdict,
    ]),
  );
  const shown = variants.map((variant) => {
    const { passed, failed, other } = variant;
    const measured = passed + failed;
    const verdict =
      verdicts.get(variantKey(variant)) ?? (measured === 0 ? 'inconclusive' : failed === 0 ? 'passed' : 'failed');
    const mark = { passed: variant.gradingGap ? '⚠️' : '✅', failed: '❌', inconclusive: '⚠️' }[verdict];
    return [
      mark,
      escapeMarkdown(variantName(variant)),
      `${passed} of ${measured}`,
      measured === 0 ? '' : `${percent(passed / measured)}${between(wilsonInterval(passed, measured))}`,
      other === 0 ? '' : String(other),
    ];
  });
  const more = variantCount > variants.length ? `\n\nAnd ${variantCount - variants.length} more.` : '';
  return `### Cases\n\n${markdownTable(['', 'Case', 'Passed', 'Rate', 'Left out'], shown)}${more}`;
}

function failures({ failing, failingCount, addresses }: SummarizedRun): string {
  if (failing.length === 0) return '';
  const told = failing.map((trial) => {
    const stage =
      trial.chain?.status === 'verified' && trial.chain.firstFailedStage
        ? ` at **${trial.chain.firstFailedStage}**`
        : '';
    const why = escapeMarkdown(redactText(failureOf(trial) ?? trial.status, MAX_WHY));
    return `- ${escapeMarkdown(variantName(trial))}, trial ${trial.iterationNumber}${stage}: ${why}  \n  → ${escapeMarkdown(redactText(actionOf(trial), MAX_WHY))} ([trace](${addresses.traceOf(trial.id)}))`;
  });
  const more = failingCount > failing.length ? `\n\nThe first ${failing.length} of ${failingCount} are listed.` : '';
  return `### What did not pass\n\n${told.join('\n')}${more}`;
}

function usageOf({ usage, startedAt, completedAt }: EvalRun): string {
  const took =
    startedAt !== null && completedAt !== null ? [`${((completedAt - startedAt) / 1_000).toFixed(1)} s`] : [];
  if (!usage) return took.join('');
  const { inputTokens, outputTokens, modelCalls, costUsd, coverage } = usage;
  const cost =
    costUsd === null
      ? 'cost unknown'
      : `$${costUsd.toFixed(4)}${coverage.costed < coverage.total ? ` for the ${coverage.costed} of ${coverage.total} trials whose price is known` : ''}`;
  return [...took, `${modelCalls} model calls`, `${inputTokens} tokens in, ${outputTokens} out`, cost].join(' · ');
}
