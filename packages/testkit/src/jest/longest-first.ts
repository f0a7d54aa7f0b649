import { createRequire } from 'node:module';
import { relative } from 'node:path';
// The package declares the types of its CommonJS module only.
import type Sequencers from '@jest/test-sequencer' with { 'resolution-mode': 'require' };

type Test = Parameters<InstanceType<typeof Sequencers.default>['sort']>[0][number];

const { default: TestSequencer } = createRequire(import.meta.url)('@jest/test-sequencer') as typeof Sequencers;

/** Roughly how long the longest test files take in a run on two cores, in seconds. */
export const SECONDS: Partial<Record<string, number>> = {
  'deploy/check/chart/chart.test.ts': 55,
  'deploy/local/test/access/authorization.test.ts': 25,
  'deploy/local/test/cli/run-restart.test.ts': 20,
  'deploy/local/test/console/console.test.ts': 230,
  'deploy/local/test/failures/runner-lost.test.ts': 23,
  'deploy/local/test/launcher/launcher.test.ts': 60,
  'deploy/local/test/launcher/runner-process.test.ts': 20,
  'deploy/local/test/servers/stdio.test.ts': 55,
  'deploy/local/test/shared.test.ts': 180,
  'deploy/local/test/tunnels/tunnels.test.ts': 25,
  'packages/cli/test/test-here.test.ts': 95,
  'packages/kit/test/bus.int.test.ts': 75,
  'packages/kit/test/kafka/kafka-rights.int.test.ts': 30,
  'packages/mcp/test/stdio/stdio.int.test.ts': 35,
  'packages/contract/test/contract-agreement.test.ts': 25,
  'services/catalog/test/registry/registry.int.test.ts': 25,
  'services/catalog/test/single-sign-on/provider.int.test.ts': 40,
  'services/diagnostics/test/diagnosis/doctor-causes.int.test.ts': 38,
  'services/diagnostics/test/inspections/remote-inspection.int.test.ts': 40,
  'services/diagnostics/test/oauth-grants/grants-faults.int.test.ts': 34,
  'services/runner/test/models/provider-faults.int.test.ts': 28,
};

const secondsOf = ({ path, context }: Test): number =>
  SECONDS[relative(context.config.rootDir, path).replaceAll('\\', '/')] ?? 0;

/**
 * The order of test files: jest's, but the longest first, so that none of them begins when all others are done. Jest
 * knows how long a file took only where it ran it before; in a clean clone it begins with the largest files.
 */
export default class LongestFirst extends TestSequencer {
  override async sort(tests: Test[]): Promise<Test[]> {
    return (await super.sort(tests)).toSorted((one, other) => secondsOf(other) - secondsOf(one));
  }
}
