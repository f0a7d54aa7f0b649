import type { WorkBeat } from '@assay/mesh/gen/assay/v1/work';
import { storedPart } from '@assay/transcripts/stored-part';
import type { TracePart } from '@assay/transcripts/trace-parts';

/** The parts of a trace from a runner in their stored form. One after the other: each may be large. */
export async function storedParts({
  iterationId,
  fence,
  parts,
}: Pick<WorkBeat, 'fence' | 'parts'> & { iterationId: string }): Promise<TracePart[]> {
  const stored: TracePart[] = [];
  for (const { index, body } of parts)
    stored.push({ ownerId: iterationId, fence, part: index, ...(await storedPart(body)) });
  return stored;
}
