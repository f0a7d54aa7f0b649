import type { WorkReport } from '@assay/mesh/gen/assay/v1/work';
import type { WorkInHand } from './work-in-hand.ts';

/** The end of an item, as it is reported. */
export type WorkEnding = Omit<WorkReport, 'id' | 'kind' | 'fence'>;

/** Does the items of one kind. Undefined when an item was broken off and there is nothing to tell. */
export type WorkHandler = (inHand: WorkInHand) => Promise<WorkEnding | undefined>;

const NOTHING: WorkEnding = {
  output: Buffer.alloc(0),
  errorCode: '',
  errorMessage: '',
  givenBack: false,
  begun: false,
};

export const answeredWork = (output: Buffer): WorkEnding => ({ ...NOTHING, output });

export const failedWork = (error: { errorCode: string; errorMessage: string }): WorkEnding => ({
  ...NOTHING,
  ...error,
});

/** `output` may hold the reason, or what was recorded so far. */
export const givenBack = (begun: boolean, output = NOTHING.output): WorkEnding => ({
  ...NOTHING,
  output,
  givenBack: true,
  begun,
});
