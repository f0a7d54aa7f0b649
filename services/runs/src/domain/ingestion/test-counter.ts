import { MAX_ITERATIONS } from '../eval-runs/plan.ts';
import { faultProblem } from '@assay/contract/fault';

/**
 * Counts the tests of a report while it is read. @throws VALIDATION_ERROR naming /artifact when there are too many for
 * one run
 */
export function testCounter(): () => void {
  let tests = 0;
  return () => {
    if (++tests > MAX_ITERATIONS)
      throw faultProblem({
        path: '/artifact',
        message: `holds more than ${MAX_ITERATIONS} tests, which is what fits in one run`,
      });
  };
}
