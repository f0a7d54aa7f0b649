import type { Recorder } from '../iterations/recorder.ts';
import type { Tools } from '../tools/tools.ts';
import type { Dialogue } from './dialogue.ts';

/** The parts of an iteration that a step uses. */
export interface Stage {
  dialogue: Dialogue;
  tools: Tools;
  recorder: Recorder;
  signal: AbortSignal;
}
