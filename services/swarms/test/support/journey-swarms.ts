import { bundleOfClient, bundleOfEnvironment } from '@assay/testkit/bundles-stand-in';
import { resultOf, RunFixture, toolCall } from './run-fixture.ts';
import { startTestSwarms, type TestSwarms } from './start.ts';

/** The project of the runs. */
export const project = { projectId: 'prj_1' };

/** The result of a session that called a tool, and passed. */
export const fine = () => resultOf([toolCall('search')]);

/** Starts the service with two environments and a client of the project, which journeys may have as targets. */
export async function startJourneySwarms(): Promise<{ swarms: TestSwarms; runs: RunFixture }> {
  const swarms = await startTestSwarms();
  const { bundles } = swarms.neighbours;
  for (const id of ['env_1', 'env_2']) bundles.environments.set(id, bundleOfEnvironment(id, id));
  bundles.clients.push({ ...bundleOfClient('client_1', 'Desktop'), selectedServerIds: ['srv'] });
  return { swarms, runs: new RunFixture(swarms) };
}
