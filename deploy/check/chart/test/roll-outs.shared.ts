import { valuesFiles } from '../render-chart.ts';
import { deploymentsOf } from './deployments.ts';
import { manifests, type Manifest } from './rendered-manifests.ts';
import { withHelm } from './with-helm.ts';

/** From the creation of a pod to its readiness, with a pull of the image. */
const START_SECONDS = 20;
/** How long helm waits by default, and with the `--timeout 10m` of docs/operations/upgrade.md. */
const [TIMEOUT_SECONDS, LONG_TIMEOUT_SECONDS] = [300, 600];

/** How long all pods of the slowest Deployment take to be replaced; Deployments are replaced side by side. */
const longestRollOut = (all: Manifest[]): number =>
  Math.max(
    ...deploymentsOf(all).map(
      ({ pods, further, missing, readySeconds }) =>
        Math.ceil(pods / (further + missing)) * (readySeconds + START_SECONDS),
    ),
  );

const files = await valuesFiles();

withHelm('a roll-out', () => {
  test.each(files)("with %s ends within helm's time-out, with all pods of its autoscalers", async (values) => {
    expect(longestRollOut(await manifests(values, ['browserRunner.enabled=true']))).toBeLessThan(TIMEOUT_SECONDS);
  });

  test("of any number of pods ends within helm's time-out", async () => {
    const pods = { catalog: 1, diagnostics: 4, environments: 5, suites: 7, swarms: 9, runs: 40, gateway: 101 };
    const settings = Object.entries(pods).map(([name, replicas]) => `services.${name}.replicas=${replicas}`);
    expect(longestRollOut(await manifests('values.yaml', settings))).toBeLessThan(TIMEOUT_SECONDS);
  });

  test('with a slow name server ends within the time-out that the docs name', async () => {
    const all = await manifests('values.yaml', ['nameAnswerSeconds=120', 'services.gateway.replicas=9']);
    expect(longestRollOut(all)).toBeLessThan(LONG_TIMEOUT_SECONDS);
  });
});
