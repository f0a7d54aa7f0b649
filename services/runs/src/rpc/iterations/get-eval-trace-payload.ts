import { wireIndexOf, type EvalTracePayload } from '@assay/contract/areas/iterations/spans';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { assembleTrace } from '@assay/transcripts/assemble-trace';
import { unzipJson } from '@assay/transcripts/gzip';
import { openContents } from '@assay/transcripts/opened-parts';
import type { Deps } from '../../deps.ts';
import { recordedAttempt } from '../../flows/iterations/recording.ts';
import type { StoredAttempt } from '../../store/iterations/traces.ts';

export const getEvalTracePayload = ({ pool }: Deps) =>
  handle(operations.getEvalTracePayload, async (_caller, { payloadId, ...target }) => {
    const stored = await recordedAttempt(pool, target);
    const payload = await payloadOf(stored, payloadId);
    if (!payload) throw notFound('payload: the trace has no call and no message of this id');
    return { payloadId, ...payload };
  });

async function payloadOf(
  { transcript, parts }: StoredAttempt,
  payloadId: string,
): Promise<Omit<EvalTracePayload, 'payloadId'> | undefined> {
  const index = wireIndexOf(payloadId);
  if (index !== undefined) {
    const wire = assembleTrace(await openContents(parts)).wire[index];
    return wire && { wire };
  }
  const { toolCalls = [] } = transcript ? await unzipJson<Transcript>(transcript) : {};
  const toolCall = toolCalls.find(({ id }) => id === payloadId);
  return toolCall && { toolCall };
}
