import type { EvalRun } from '@assay/contract/areas/eval-runs/documents';
import type { EvalRunCase } from '@assay/contract/areas/eval-runs/run-cases';
import { describeComparison, type WordedComparison } from '@assay/grading/words/comparison-words';
import { describeResult } from '@assay/grading/words/run-words';
import { redactText } from '@assay/kit/security/redact';
import { codeSpan, escapeMarkdown, markdownTable } from './markdown-text.ts';
import { variantName, type ReportAddresses } from './reported.ts';

/** At most this many failed cases: the first ones in sight, the others folded. */
export const [SEEN_CASES, MAX_CASES] = [5, 200];
const MAX_REASON = 300;
/** The shown length of a commit's hash. */
const SHORT_COMMIT = 7;

/** A finished run, with its failed cases and their number. */
export interface SummarizedRun {
  run: EvalRun;
  failed: EvalRunCase[];
  failedCount: number;
  /** The decision of the gate in one sentence. */
  gateSentence: string | undefined;
  /** The run that it is compared with, or why there is none. */
  compared: (WordedComparison & { baseRunId: string }) | { missing: string } | undefined;
  addresses: ReportAddresses | undefined;
}

const MARKS: Record<EvalRun['verdict'], [mark: string, word: string]> = {
  passed: ['●', 'passed'],
  failed: ['■', 'failed'],
  inconclusive: ['◇', 'inconclusive'],
  notEstablished: ['◇', 'not established'],
};

/** A run as Markdown, for readers of a pull request. */
export function markdownOf(summarized: SummarizedRun): string {
  const { run } = summarized;
  const [mark, word] = MARKS[run.verdict];
  return `${[
    `### ${mark} ${escapeMarkdown(run.suiteName)}: ${word}`,
    resultOf(summarized),
    casesOf(summarized),
    sinceOf(summarized),
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
}

const plain = (text: string): string => escapeMarkdown(redactText(text, MAX_REASON));

/** The words of the run itself and of its gate, and of cases that were left out or decide nothing. */
function resultOf({ run, gateSentence }: SummarizedRun): string {
  const { casesLeftOut, casesWithoutGrading, undecided } = run;
  return [
    plain(describeResult(run)),
    ...(gateSentence === undefined ? [] : [plain(gateSentence)]),
    ...(casesLeftOut ? [plain(casesLeftOut.message)] : []),
    ...(casesWithoutGrading && undecided?.reason !== 'gradingNotConfigured'
      ? [plain(casesWithoutGrading.message)]
      : []),
  ].join(' ');
}

function casesOf({ failed, failedCount }: SummarizedRun): string {
  if (failed.length === 0) return '';
  const [seen, folded] = [failed.slice(0, SEEN_CASES), failed.slice(SEEN_CASES)];
  if (folded.length === 0) return tableOf(seen);
  const more = failedCount - SEEN_CASES;
  const rest = failedCount > failed.length ? `\n\nAnd ${failedCount - failed.length} more.` : '';
  return `${tableOf(seen)}

<details><summary>${more} more failed ${more === 1 ? 'case' : 'cases'}</summary>

${tableOf(folded)}${rest}

</details>`;
}

const tableOf = (cases: EvalRunCase[]): string =>
  markdownTable(
    ['Case', 'Trials', 'Stage', 'Reason'],
    cases.map((each) => [
      escapeMarkdown(variantName(each)),
      `${each.passed} of ${each.eligible}`,
      each.firstFailure?.stage ?? '',
      plain(each.firstFailure?.reason ?? ''),
    ]),
  );

/** The changes since the baseline, and the links. */
function sinceOf({ run, compared, addresses }: SummarizedRun): string {
  const commit = run.ciMetadata?.commitSha;
  const links = [
    ...(addresses ? [`[Run ${run.runNumber}](${addresses.run})`] : []),
    ...(addresses && compared && 'baseRunId' in compared
      ? [`[compare](${addresses.comparedWith(compared.baseRunId)})`]
      : []),
    ...(commit === undefined ? [] : [`commit ${escapeMarkdown(commit.slice(0, SHORT_COMMIT))}`]),
  ].join(' · ');
  if (!compared) return links;
  const told =
    'missing' in compared
      ? `There is no baseline: ${plain(compared.missing)}.`
      : describeComparison(withEscapedNames(compared), codeSpan);
  return links === '' ? told : `${told}\n${links}`;
}

/** The names that are shown as text, escaped; those in code spans are made safe there. */
const withEscapedNames = ({ servers, ...compared }: WordedComparison): WordedComparison => ({
  ...compared,
  servers: servers.map(({ name, baseVersion, compareVersion, ...rest }) => ({
    ...rest,
    name: escapeMarkdown(name),
    ...(baseVersion !== undefined && { baseVersion: escapeMarkdown(baseVersion) }),
    ...(compareVersion !== undefined && { compareVersion: escapeMarkdown(compareVersion) }),
  })),
});
