import type { EvalRunCompare, EvalRunCompareCase } from '@assay/sdk';
import type { compareInput } from '../../commands/run.ts';
import type { CommandContext } from '../../command-context.ts';
import type { Action } from '../../declare/command.ts';
import { markOf, type Outcome } from '../../output/marks.ts';
import { printDocument } from '../../output/print-document.ts';
import { printRate } from '../../output/print-rate.ts';
import { printTable, type Column } from '../../output/print-table.ts';
import { printable } from '../../output/printable.ts';
import { isId } from '../../platform/find/find-named.ts';
import { findRunId } from '../../platform/find/find-run.ts';
import { namedRun } from '../../runs/named-run.ts';

/** Compares a run with its baseline, another run, or the newest run of a branch. */
export const compareRuns: Action<typeof compareInput> = async (context, { arguments: { run }, options }) => {
  const { assay, projectId: projectOf } = await context.platform();
  const projectId = await projectOf();
  const runId = await namedRun(context, run, options);
  const compared = await assay.compareEvalRun(
    { projectId, runId },
    await baseOf(context, projectId, runId, options.base),
  );
  printDocument(context, options, compared, (told) => textOf(context, told, options.all));
};

/** The baseline by the id or number of a run of the same suite, or by a branch. */
async function baseOf(context: CommandContext, projectId: string, runId: string, base: string | undefined) {
  if (base === undefined) return {};
  if (isId(base)) return { baseRunId: base };
  if (!/^#?\d+$/.test(base)) return { baseBranch: base };
  const { assay } = await context.platform();
  const { suiteId } = await assay.getEvalRun({ projectId, runId }, { fields: 'suiteId' });
  return { baseRunId: await findRunId(context, base, { suiteId }) };
}

const LABELS: Record<EvalRunCompareCase['label'], { mark: Outcome; word: string }> = {
  unchanged_passed: { mark: 'passed', word: 'still passes' },
  unchanged_failed: { mark: 'failed', word: 'still fails' },
  regressed: { mark: 'failed', word: 'regressed' },
  fixed: { mark: 'passed', word: 'fixed' },
  within_noise: { mark: 'open', word: 'within noise' },
  new_case: { mark: 'open', word: 'new' },
  removed_case: { mark: 'open', word: 'removed' },
  changed: { mark: 'open', word: 'not comparable' },
};
const CHANGED = new Set<EvalRunCompareCase['label']>(['regressed', 'fixed', 'new_case', 'removed_case', 'changed']);

/** The cases whose result changed, the differences of the configurations, and the comparison in the API's words. */
function textOf({ terminal }: CommandContext, compared: EvalRunCompare, all: boolean): string {
  const { suite, baseRun, compareRun, cases, statistics, comparable, configuration } = compared;
  const shown = all ? cases : cases.filter(({ label }) => CHANGED.has(label));
  const columns: Column<EvalRunCompareCase>[] = [
    { title: 'CASE', cell: ({ title }) => printable(title, terminal), isName: true },
    { title: `RUN ${baseRun.runNumber}`, cell: ({ base }) => rateOf(base) },
    { title: `RUN ${compareRun.runNumber}`, cell: ({ compare }) => rateOf(compare) },
    { title: 'CHANGE', cell: ({ label }) => `${markOf(LABELS[label].mark, terminal)} ${LABELS[label].word}` },
  ];
  const others = cases.length - shown.length;
  const sentences = statistics ? [statistics.message] : comparable.reasons.map(({ message }) => message);
  // The sentence names the servers whose surface changed.
  const changed = (configuration?.changed ?? []).filter((pointer) => !pointer.includes('/surface/'));
  return [
    `${printable(suite.name, terminal)}: run ${compareRun.runNumber} against run ${baseRun.runNumber}\n`,
    shown.length > 0 ? printTable(columns, shown, terminal.columns) : '',
    others > 0 ? `  ${shown.length > 0 ? '… ' : ''}${others} cases did not change: --all lists them\n` : '',
    changed.length > 0 ? `  changed: ${changed.map((pointer) => printable(pointer, terminal)).join(', ')}\n` : '',
    `\n${markOf(outcomeOf(compared), terminal)} ${printable(sentences.join(' '), terminal)}\n`,
    `  ${printable(compared.sentence, terminal)}\n`,
  ].join('');
}

const rateOf = ({ passRate: { passed, trials, rate } }: EvalRunCompareCase['base']): string =>
  rate === null ? '' : `${passed}/${trials} ${printRate(rate)}`;

function outcomeOf({ statistics }: EvalRunCompare): Outcome {
  if (statistics?.noise === 'regression') return 'failed';
  return statistics?.noise === 'improvement' ? 'passed' : 'open';
}
