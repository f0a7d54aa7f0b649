import type { Fault } from '@assay/contract/fault';
import type { CaseBody } from '../cases/case-record.ts';

/** What all cases of a suite come to; a run takes them in one message, whose size is limited. */
export interface SuiteLoad {
  cases: number;
  bytes: number;
}

const MAX_CASES = 10_000;
const MAX_BYTES = 32 * 1024 * 1024;

/** How much one more case comes to. */
export const loadOf = (body: CaseBody): SuiteLoad => ({ cases: 1, bytes: Buffer.byteLength(JSON.stringify(body)) });

export const together = (a: SuiteLoad, b: SuiteLoad): SuiteLoad => ({
  cases: a.cases + b.cases,
  bytes: a.bytes + b.bytes,
});

/** What is wrong with cases that are more than a suite holds; `path` is where they stand. */
export const roomFault = ({ cases, bytes }: SuiteLoad, path = ''): Fault | undefined =>
  cases > MAX_CASES || bytes > MAX_BYTES
    ? { path, message: 'goes beyond what a suite holds: 10,000 cases, and 32 MiB of them as JSON' }
    : undefined;
