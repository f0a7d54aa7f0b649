import { TraceSpan } from '@assay/contract/areas/transcripts/trace';
import { checker } from '@assay/kit/json/schema';

/** Every place where something is no span of a trace. */
export const spanFaults = checker(TraceSpan);
