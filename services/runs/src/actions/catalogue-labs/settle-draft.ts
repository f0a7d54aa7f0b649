import { Type } from '@assay/contract/type';
import { AuthoringProposal } from '@assay/contract/areas/authoring/work';
import { EvalTestStep } from '@assay/contract/areas/cases/step';
import { checkedDocument, parser } from '@assay/kit/json/parse';
import type { Tx } from '@assay/kit/postgres/db';
import { unzipJson } from '@assay/transcripts/gzip';
import { oneByOne, type WorkEnd } from '@assay/work/queue/queued-work';
import { trialsOf, type StoredLab } from '../../domain/catalogue-labs/lab.ts';
import { tasksOfCases } from '../../domain/catalogue-labs/lab-tasks.ts';
import type { LabTool } from '../../domain/catalogue-labs/lab-tools.ts';
import { beginLab, findLabContent, lockLab } from '../../store/catalogue-labs/labs.ts';
import { addTrials } from './add-trials.ts';
import { endLab } from './end-lab.ts';

const parse = parser(AuthoringProposal);
const asSteps = checkedDocument(Type.Array(EvalTestStep, { minItems: 1 }));

/** Makes tasks of drafted cases and begins the lab, or ends it with the reason why there are none. */
export const settleDraft = oneByOne(async (tx: Tx, { id, result }: WorkEnd): Promise<void> => {
  const lab = await lockLab(tx, id);
  if (lab?.status !== 'drafting') return;
  const fail = (error: { code: string; message: string }) => endLab(tx, lab, { status: 'failed', error }, [id]);
  if ('error' in result) return fail(result.error);
  const proposal = proposalIn(result.output);
  if (!proposal) return fail({ code: 'INTERNAL_ERROR', message: 'The drafts of the runner could not be read.' });
  await begin(tx, lab, proposal, fail);
});

async function begin(
  tx: Tx,
  lab: StoredLab,
  { generationModel, cases }: AuthoringProposal,
  fail: (error: { code: string; message: string }) => Promise<void>,
): Promise<void> {
  const { tools } = (await findLabContent(tx, lab.id))!;
  const own = (await unzipJson<LabTool[]>(tools)).filter(({ from }) => from === 'server');
  const drafted = cases.flatMap(({ steps }) => stepsIn(steps) ?? []);
  const { tasks, leftOut } = tasksOfCases(drafted, new Set(own.map(({ declaration }) => declaration.name)));
  const wanted = tasks.slice(0, lab.spec.tasks.count);
  if (wanted.length === 0)
    return fail({ code: 'NO_TASKS', message: `The model "${generationModel}" drafted no task from the declarations.` });
  const spec = {
    ...lab.spec,
    tasks: { ...lab.spec.tasks, count: wanted.length, draftedBy: generationModel, leftOut },
  };
  const trials = trialsOf(spec, wanted.length);
  await beginLab(tx, lab.id, { spec, tasks: wanted, trials });
  await addTrials(tx, lab, trials);
}

function proposalIn(output: Buffer): AuthoringProposal | undefined {
  try {
    return parse(output);
  } catch {
    return undefined;
  }
}

/** A drafted case, when its steps are steps at all: nothing that a model drafts is trusted. */
function stepsIn(steps: unknown): { steps: EvalTestStep[] } | undefined {
  try {
    return { steps: asSteps(steps as object) };
  } catch {
    return undefined;
  }
}
