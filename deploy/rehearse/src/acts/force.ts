import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { serviceNames } from '@assay/contract/services';
import type { Act, Deed, Scene } from '../act.ts';
import { PARTS, type Part } from '../cluster/parts.ts';
import type { Pod } from '../cluster/pods.ts';

const run = promisify(execFile);

/** Longer than an answer of the name server lives, in milliseconds: what callers believe of the dead pod is over then. */
const FORGOTTEN_MS = 32_000;
/** How long calls go to a peer that is silent, as docs/operations/processes.md says, and a margin for a busy machine, in milliseconds. */
const SILENT_MS = 4_000;

interface Force {
  done: string;
  part: Part;
  end(pod: Pod): Promise<unknown>;
  /** How long after the end calls still go to the pod, in milliseconds. */
  trustedMs: number;
}

/** Ends one of two pods of a part without a word while its address lives on, and starts another in its place. */
async function endByForce({ cluster }: Scene, { done, part, end, trustedMs }: Force): Promise<Deed> {
  const pod = await cluster.add(part);
  const beganAt = performance.now();
  await end(pod);
  // A request of this moment may have been on its way to the pod.
  const trustedUntil = performance.now() + trustedMs;
  cluster.pods.list(await cluster.pods.start(part));
  await delay(FORGOTTEN_MS);
  await cluster.pods.kill(pod);
  // The next act finds one pod of each part again.
  const [extra] = cluster.pods.of(part);
  await cluster.pods.evict(extra!);
  return {
    done,
    beganAt,
    mayFail: ({ sentAt, tookMs }) => sentAt <= trustedUntil && sentAt + tookMs >= beganAt,
  };
}

const killed = PARTS.map((part): Act => ({
  name: `force-${part}`,
  stage: 'pods',
  promise: 'Only requests in flight in the pod fail; no trial is lost.',
  play: (scene) =>
    endByForce(scene, {
      done: `killed 1 of 2 pods of ${part}`,
      part,
      end: (pod) => scene.cluster.pods.kill(pod),
      trustedMs: 0,
    }),
}));

const SILENT = `Only requests that went to the pod within ${SILENT_MS / 1_000} s fail.`;

/** Clients reach gateways by a balancer, which is not ours, and runners take no calls. */
const hung = serviceNames.map((part): Act => ({
  name: `hang-${part}`,
  stage: 'pods',
  promise: SILENT,
  play: (scene) =>
    endByForce(scene, {
      done: `stopped 1 of 2 processes of ${part}`,
      part,
      end: async ({ process: { pid } }) => process.kill(pid, 'SIGSTOP'),
      trustedMs: SILENT_MS,
    }),
}));

/** The kernel swallows what is sent to a host that vanished. It takes root and the program `ip` of Linux. */
const vanished = serviceNames.map((part): Act => ({
  name: `vanish-${part}`,
  stage: 'pods',
  promise: SILENT,
  play: async (scene) => {
    const hosts: string[] = [];
    const route = (action: string, host: string) =>
      run('ip', ['route', action, 'blackhole', `${host}/32`, 'table', 'local']);
    try {
      return await endByForce(scene, {
        done: `swallowed all packets to 1 of 2 pods of ${part}`,
        part,
        end: async ({ host }) => {
          await route('add', host);
          hosts.push(host);
        },
        trustedMs: SILENT_MS,
      });
    } finally {
      for (const host of hosts) await route('del', host);
    }
  },
}));

export const forceActs: Act[] = [...killed, ...hung, ...vanished];
