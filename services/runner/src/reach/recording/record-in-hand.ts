import { withoutSecrets } from '@assay/contract/areas/servers/secret-values';
import type { TracePartContent } from '@assay/contract/areas/transcripts/trace';
import type { TracePart } from '@assay/mesh/gen/assay/v1/work';
import { sentPart } from '@assay/transcripts/sent-part';
import type { WorkInHand } from '@assay/work/runner/work-in-hand';
import { traceparentFor } from './trace-context.ts';
import { WorkRecorder } from './recorder.ts';

/** The trace of work that lasts longer than this is sent ahead of its report, in milliseconds. */
const STREAM_AFTER_MS = 2_000;

/** Begins the recording of an item; its parts travel with heartbeats, and the undelivered ones with the report. */
export function recordInHand(inHand: WorkInHand): { recorder: WorkRecorder; parts: RecordedParts } {
  const recorder = new WorkRecorder(traceparentFor(inHand.item.traceparent));
  const parts = new RecordedParts(recorder);
  inHand.recording = {
    due: async () => (recorder.at() > STREAM_AFTER_MS ? parts.undelivered() : []),
    delivered: (sent) => parts.delivered(sent),
  };
  return { recorder, parts };
}

/** Packs the records of a recorder into numbered parts, and keeps each until the platform has it. */
class RecordedParts {
  readonly #recorder: WorkRecorder;
  readonly #kept = new Map<number, Promise<TracePart>>();
  #next = 0;

  constructor(recorder: WorkRecorder) {
    this.#recorder = recorder;
  }

  /** Every part without a confirmation of the platform, and a new one for the records since the last call. */
  undelivered(): Promise<TracePart[]> {
    const content = this.#recorder.takeContent();
    if (content) this.#kept.set(this.#next, part(this.#next++, content, this.#recorder.secrets));
    return Promise.all(this.#kept.values());
  }

  delivered(parts: TracePart[]): void {
    for (const { index } of parts) this.#kept.delete(index);
  }
}

const part = async (index: number, content: TracePartContent, secrets: string[]): Promise<TracePart> => ({
  index,
  body: await sentPart(JSON.stringify(withoutSecrets(content, secrets))),
});
