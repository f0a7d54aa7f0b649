import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { TracePart } from '@assay/contract/gen/assay/v1/work';
import type { Recorder } from './recorder.ts';

const zip = promisify(gzip);

/** Cuts what a recorder holds into numbered, compressed parts. */
export class Parts {
  readonly #recorder: Recorder;
  #next = 0;

  constructor(recorder: Recorder) {
    this.#recorder = recorder;
  }

  /** The next part, or none when nothing new was recorded. */
  async take(): Promise<TracePart[]> {
    const chunk = this.#recorder.takeChunk();
    if (!chunk) return [];
    const index = this.#next++;
    return [{ index, body: await zip(JSON.stringify(chunk), { level: constants.Z_BEST_SPEED }) }];
  }
}
