import { ConnectionFailure, createClient, Problem, type AssayClient, type EvalRun } from '@assay/sdk';

/** The use of a client by a program elsewhere: copied there, compiled and run by `packed.slow.ts`. */
export async function tour(url: string, key: string): Promise<string[]> {
  const assay: AssayClient = createClient({ url, credential: () => key, retries: 1 });
  const seen: string[] = [];

  const { runId } = await assay.createEvalRun({ projectId: 'prj_member' }, { suiteId: 's_1' });
  seen.push(runId);
  for await (const event of assay.streamEvalRunEvents({ projectId: 'prj_member', runId })) {
    const told: string = event.type === 'end' ? `end ${event.data.status}` : event.id;
    seen.push(told);
  }
  for await (const run of assay.listEvalRuns.all({ projectId: 'prj_member' }, { suiteId: 's_1' }))
    seen.push(nameOf(run));
  const { status, data } = await assay.getMe.withResponse();
  seen.push(`${status} ${data.id}`);

  // @ts-expect-error The suite of a launch is a text.
  await assay.createEvalRun({ projectId: 'prj_member' }, { suiteId: 7 }).catch((error: unknown) => {
    if (error instanceof Problem && !(error instanceof ConnectionFailure)) seen.push(error.code);
  });
  return seen;
}

const nameOf = ({ id, verdict }: EvalRun): string => `${id} ${verdict}`;
