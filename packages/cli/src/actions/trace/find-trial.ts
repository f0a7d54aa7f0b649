import type { AssayClient, EvalCaseEvaluation, EvalRunCase } from '@assay/sdk';
import { UsageError } from '../../command-failure.ts';
import { visibleText } from '../../output/visible-text.ts';

/** The trial of a case whose trace is shown. */
export interface FoundTrial {
  runCase: EvalRunCase;
  evaluation: EvalCaseEvaluation;
}

type RunTarget = { projectId: string; runId: string };

/** The largest page. */
const PAGE = 200;

/**
 * The trial that a person named: by the title, the id or the place of its case, and its number. Without them the first
 * failed trial of the first failed case, else the first trial of all. Throws UsageError when there is none.
 */
export async function findTrial(
  assay: AssayClient,
  target: RunTarget,
  { named, trial }: { named: string | undefined; trial: number | undefined },
): Promise<FoundTrial> {
  const runCase = named === undefined ? await firstCase(assay, target) : await namedCase(assay, target, named);
  if (!runCase) throw new UsageError('the run has no case.');
  const { testCaseId, model, iterationId } = runCase;
  for await (const evaluation of assay.listEvalCaseEvaluations.all(
    { ...target, caseId: testCaseId },
    { limit: PAGE },
  )) {
    if (evaluation.model !== model) continue;
    if (trial === undefined ? evaluation.iterationId === iterationId : evaluation.iterationNumber === trial)
      return { runCase, evaluation };
  }
  throw new UsageError(
    `"${visibleText(runCase.title)}" has ${trial === undefined ? 'no trial yet' : `no trial ${trial}`}: it has ${runCase.trials.length}.`,
  );
}

async function firstCase(assay: AssayClient, target: RunTarget): Promise<EvalRunCase | undefined> {
  const [failed] = (await assay.listEvalRunCases(target, { outcome: 'failed', limit: 1 })).items;
  return failed ?? (await assay.listEvalRunCases(target, { limit: 1 })).items[0];
}

/** A case by its id or its whole title, else by its place from 1, else by a part of its title that no other one has. */
async function namedCase(assay: AssayClient, target: RunTarget, named: string): Promise<EvalRunCase> {
  const place = /^\d{1,6}$/.test(named) ? Number(named) : undefined;
  const folded = named.toLowerCase();
  let [at, ofPlace] = [0, undefined as EvalRunCase | undefined];
  const similar: EvalRunCase[] = [];
  for await (const each of assay.listEvalRunCases.all(target, { limit: PAGE })) {
    if (each.title === named || each.testCaseId === named || each.caseId === named) return each;
    if (++at === place) ofPlace = each;
    if (each.title.toLowerCase().includes(folded)) similar.push(each);
  }
  if (ofPlace) return ofPlace;
  if (similar.length === 1) return similar[0]!;
  const shown = visibleText(named);
  if (similar.length === 0) throw new UsageError(`the run has no case "${shown}".`, ['assay run show --all']);
  throw new UsageError(
    `${similar.length} cases match "${shown}":`,
    similar.slice(0, 5).map(({ title, testCaseId, model }) => {
      const of = model === null ? '' : ` (${visibleText(model)})`;
      return `${visibleText(title)}${of}   ${testCaseId}`;
    }),
  );
}
