import type { Fault } from '@assay/contract/fault';
import type { CaseBody } from '../cases/case-record.ts';

/** The size of all cases of a suite; a run receives them in one message, whose size is limited. */
export interface SuiteLoad {
  cases: number;
  bytes: number;
}

const MAX_CASES = 10_000;
const MAX_BYTES = 32 * 1024 * 1024;

/** The size of one more case. */
export const loadOf = (body: CaseBody): SuiteLoad => ({ cases: 1, bytes: Buffer.byteLength(JSON.stringify(body)) });

export const sumOfLoads = (a: SuiteLoad, b: SuiteLoad): SuiteLoad => ({
  cases: a.cases + b.cases,
  bytes: a.bytes + b.bytes,
});

/** The fault of cases that exceed what a suite holds; `path` is their path. */
export const roomFault = ({ cases, bytes }: SuiteLoad, path = ''): Fault | undefined =>
  cases > MAX_CASES || bytes > MAX_BYTES
    ? { path, message: 'exceeds what a suite holds: 10,000 cases, and 32 MiB of them as JSON' }
    : undefined;
