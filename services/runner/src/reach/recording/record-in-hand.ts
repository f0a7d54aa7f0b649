import type { WorkInHand } from '@assay/work/runner/work-in-hand';
import { traceparentFor } from './trace-context.ts';
import { RecordedParts } from './parts.ts';
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
