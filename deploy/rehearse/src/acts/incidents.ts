import { setTimeout as delay } from 'node:timers/promises';
import { whyNoKafka } from '@assay/testkit/kafka';
import { waitUntil } from '@assay/testkit/until';
import { PARTS } from '../cluster/parts.ts';
import { isCleanRefusal, type Act } from '../act.ts';

/** How long a thing is away, in milliseconds. */
const AWAY_MS = 30_000;
/** The processes read the certificate again within 10 s, and connect anew within some more, in milliseconds. */
const RENEWED_MS = 20_000;
/** A call that fails for a certificate or a secret fails at once, in milliseconds. */
const AT_ONCE_MS = 6_000;
const LONG_MS = 120_000;

/** Acts of the night: something breaks, and a person mends it. */
export const incidentActs: Act[] = [
  {
    name: 'runners-gone',
    stage: 'single',
    promise: 'Runs wait and go on when a runner is back. No request fails and no trial is lost.',
    play: async ({ cluster: { pods } }) => {
      const beganAt = performance.now();
      for (const pod of pods.of('runner')) await pods.kill(pod);
      await delay(AWAY_MS);
      pods.list(await pods.start('runner'));
      return { done: 'killed all runners for 30 s', beganAt };
    },
  },
  {
    name: 'rotation',
    stage: 'single',
    promise: 'MESH_SECRET is rotated in the three documented steps. No request fails and no trial is lost.',
    play: async ({ cluster }) => {
      const beganAt = performance.now();
      const old = cluster.env.MESH_SECRET!;
      const next = 'a new secret of the mesh';
      for (const secrets of [`${old},${next}`, `${next},${old}`, next]) {
        cluster.env.MESH_SECRET = secrets;
        await cluster.replace(PARTS);
      }
      return { done: 'replaced every pod three times', beganAt };
    },
  },
  {
    name: 'wrong-secret',
    stage: 'single',
    promise:
      'Requests that need the pod with the wrong secret fail at once, others work; with the right one all is well.',
    play: async ({ cluster }) => {
      const beganAt = performance.now();
      const right = cluster.env.MESH_SECRET!;
      cluster.env.MESH_SECRET = 'a mistyped secret';
      await cluster.replace(['swarms']);
      cluster.env.MESH_SECRET = right;
      await delay(AWAY_MS);
      await cluster.replace(['swarms']);
      const overAt = performance.now();
      return {
        done: 'gave swarms a wrong secret for 30 s',
        beganAt,
        mayFail: ({ request: [, path], status, sentAt, tookMs }) =>
          path.endsWith('/swarms') && status !== undefined && sentAt <= overAt && tookMs <= AT_ONCE_MS,
      };
    },
  },
  {
    name: 'certificate-expired',
    stage: 'tls',
    promise: `Open connections go on; new ones are refused (503, Retry-After) until ${RENEWED_MS / 1_000} s after the renewal.`,
    play: async ({ cluster: { replace }, tools }) => {
      const beganAt = performance.now();
      await tools.certificates!.mount(0);
      // Longer than the processes take to read it.
      await delay(RENEWED_MS);
      await replace(['suites']);
      await delay(AWAY_MS);
      await tools.certificates!.mount(1);
      const overAt = performance.now();
      return {
        done: 'let it expire, replaced suites, renewed it',
        beganAt,
        mayFail: (answer) => answer.sentAt <= overAt + RENEWED_MS && isCleanRefusal(answer, AT_ONCE_MS),
      };
    },
  },
  {
    name: 'kafka-down',
    stage: 'kafka',
    impossible: whyNoKafka(),
    promise: 'No request fails and no trial is lost; every event arrives once the broker is back.',
    play: async ({ cluster: { api }, tools, runs }) => {
      const beganAt = performance.now();
      await tools.kafka!.kill('SIGKILL');
      await delay(AWAY_MS);
      await tools.kafka!.restart();
      return {
        done: 'killed the broker for 30 s',
        beganAt,
        inspect: async () => {
          const count = async () => {
            const { items } = await api.assay.listEvalSuites({ projectId: api.projectId });
            return items.find(({ id }) => id === runs.suiteId)!.totals.runs;
          };
          await waitUntil(async () => (await count()) >= runs.ended.length, LONG_MS).catch(() => undefined);
          const counted = await count();
          return counted === runs.ended.length ? [] : [`${counted} of ${runs.ended.length} ends of runs were counted`];
        },
      };
    },
  },
  {
    name: 'object-store-down',
    stage: 'single',
    promise: 'Requests that need no object work, an upload is refused (503), and works when the store is back.',
    play: async ({ tools, cluster }) => {
      const beganAt = performance.now();
      const { objects } = tools;
      const before = await objects!.upload(cluster);
      objects!.goAway();
      const meanwhile = await objects!.upload(cluster);
      await delay(AWAY_MS);
      objects!.comeBack();
      const after = await objects!.upload(cluster);
      const faults = [
        ...(before < 300 ? [] : [`an upload before answered ${before}`]),
        ...(meanwhile === 503 ? [] : [`an upload meanwhile answered ${meanwhile}`]),
        ...(after < 300 ? [] : [`an upload afterwards answered ${after}`]),
      ];
      return { done: 'took S3 away for 30 s', beganAt, faults };
    },
  },
];
