import { TraceSpan } from '@assay/contract/documents/trace';
import { checker } from '@assay/kit/schema';

/** Every place where something is no span of a trace. */
export const spanFaults = checker(TraceSpan);
