import type { StoredFinding } from '@assay/findings/mining/finding';
import type { CountedSignal, SignalDimension } from '@assay/grading/measures/session-signal';

/** Every dimension but the use of a tool, which is no trouble. */
export type FoundDimension = Exclude<SignalDimension, 'toolUsed'>;

/** A finding of a study as it is stored. */
export type StoredStudyFinding = StoredFinding<CountedSignal & { dimension: FoundDimension }>;
