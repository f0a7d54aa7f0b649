import type { CatalogueTask } from '@assay/contract/areas/catalogue-labs/work';
import { given } from '@assay/contract/given';
import { unzipJson } from '@assay/transcripts/gzip';
import type { QueuedKind } from '@assay/work/queue/queued-work';
import { hearTrials, settleTrials } from '../../actions/catalogue-labs/settle-trials.ts';
import { trialAt, type StoredLab } from '../../domain/catalogue-labs/lab.ts';
import { declarationIn, offeredPlaces, placeOfTool, type LabTool } from '../../domain/catalogue-labs/lab-tools.ts';
import { listRunningLabs, type LabContent } from '../../store/catalogue-labs/labs.ts';
import { listOpenTrials } from '../../store/catalogue-labs/trials.ts';

/** Work of kind `catalogue-trial`: a task holds the trials of its batch that have no answer yet. */
export const catalogueTrials: QueuedKind = {
  settle: settleTrials,
  heard: hearTrials,

  tasks: async (db, items) => {
    const open = await listOpenTrials(
      db,
      items.map(({ id }) => id),
    );
    const labs = await listRunningLabs(db, [...new Set(open.map(({ labId }) => labId))]);
    const tools = new Map<string, LabTool[]>();
    for (const [id, lab] of labs) tools.set(id, await unzipJson<LabTool[]>(lab.tools));
    const tasks = new Map<string, Buffer>();
    for (const [batchId, trials] of Map.groupBy(open, (trial) => trial.batchId)) {
      const lab = labs.get(trials[0]!.labId);
      if (!lab) continue;
      const task = taskOf(
        lab,
        tools.get(lab.id)!,
        trials.map(({ position }) => position),
      );
      tasks.set(batchId, Buffer.from(JSON.stringify(task)));
    }
    return tasks;
  },
};

/** The context that the access to the model of a lab is sealed for. */
const accessContext = (labId: string): string => `run:${labId}`;

function taskOf(lab: StoredLab & LabContent, tools: readonly LabTool[], positions: readonly number[]): CatalogueTask {
  const { id, organizationId, projectId, keyId, spec, tasks, sealedAccess } = lab;
  const { model, systemPrompt, temperature } = spec;
  const declarations: CatalogueTask['tools'] = [];
  const indexes = new Map<object, number>();
  const indexOf = (declaration: { name: string }): number => {
    const known = indexes.get(declaration);
    if (known !== undefined) return known;
    indexes.set(declaration, declarations.length);
    return declarations.push(declaration) - 1;
  };
  const trials = positions.map((position) => {
    const place = trialAt(spec, tasks.length, position);
    const task = tasks[place.task]!;
    const offered = offeredPlaces(tools, placeOfTool(tools, task.expectedTool), spec, place);
    return {
      position,
      prompt: task.prompt,
      offered: offered.map((at) => indexOf(declarationIn(tools[at]!, place.variant))),
    };
  });
  return {
    version: 1,
    labId: id,
    account: { organizationId, projectId, keyId },
    model,
    ...(sealedAccess && { access: { sealed: sealedAccess.toString('base64'), context: accessContext(id) } }),
    ...given({ systemPrompt, temperature }),
    tools: declarations,
    trials,
  };
}
