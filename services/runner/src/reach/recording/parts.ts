import type { TraceChunk } from '@assay/contract/areas/transcripts/trace';
import type { TracePart } from '@assay/mesh/gen/assay/v1/work';
import { withoutSecrets } from '@assay/contract/areas/servers/secret-values';
import { sentPart } from '@assay/transcripts/sent-part';
import type { WorkRecorder } from './recorder.ts';

/** Packs the records of a recorder into numbered parts, and keeps each until the platform has it. */
export class RecordedParts {
  readonly #recorder: WorkRecorder;
  readonly #kept = new Map<number, Promise<TracePart>>();
  #next = 0;

  constructor(recorder: WorkRecorder) {
    this.#recorder = recorder;
  }

  /** Every part without a confirmation of the platform, and a new one for the records since the last call. */
  undelivered(): Promise<TracePart[]> {
    const chunk = this.#recorder.takeChunk();
    if (chunk) this.#kept.set(this.#next, part(this.#next++, chunk, this.#recorder.secrets));
    return Promise.all(this.#kept.values());
  }

  delivered(parts: TracePart[]): void {
    for (const { index } of parts) this.#kept.delete(index);
  }
}

const part = async (index: number, chunk: TraceChunk, secrets: string[]): Promise<TracePart> => ({
  index,
  body: await sentPart(JSON.stringify(withoutSecrets(chunk, secrets))),
});
