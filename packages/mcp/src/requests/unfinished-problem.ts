import type { Problem } from '@assay/contract/problem';

/** Whether a Problem says that a request got a result which is not its end: the tool has not finished its work. */
export const isUnfinished = ({ details }: Problem): boolean => details?.['resultType'] !== undefined;
