import { setTimeout as delay } from 'node:timers/promises';
import { serviceNames } from '@assay/contract/services';
import type { TestNameServer } from '@assay/testkit/name-server';
import { swallowPackets } from '@assay/testkit/swallow-packets';
import { hasFailed } from '../load/request-load.ts';
import { TRIALS } from '../load/run-load.ts';
import type { Act } from '../act.ts';
import type { Cluster, Replacement } from '../cluster/cluster.ts';
import { PARTS, type Part } from '../cluster/parts.ts';
import type { Pod } from '../cluster/pods.ts';

/** How long the name server goes on to be wrong after the old processes have ended, in milliseconds. */
const WRONG_MS = 2_000;
/** How long answers stay empty after that, in milliseconds: longer than calls wait for a first answer. */
const EMPTY_MS = 6_000;

/** How long an answer of the name server lives in a drain, in milliseconds. */
const ANSWER_MS = 3_000;

/** Ways in which a name server is wrong while processes are replaced. */
const names = {
  none: () => ({}),
  late: ({ names }) => {
    names.delayMs = 800;
    return { ended: () => void (names.delayMs = 0) };
  },
  silent: ({ names }) => ({
    leaving: () => void (names.silent = true),
    ended: async () => {
      await delay(WRONG_MS);
      names.silent = false;
    },
  }),
  empty: ({ names }) => {
    let known: () => void;
    return {
      leaving: (old) => {
        known = answersWith(names, old, () => []);
      },
      ended: async () => {
        await delay(EMPTY_MS);
        known();
      },
    };
  },
  // A drain does not wait until callers know the new processes: an answer with the old ones alone lives on meanwhile.
  drained: ({ names }) => ({
    leaving: async (old) => {
      const known = answersWith(names, old, ({ host }) => [host]);
      await delay(ANSWER_MS);
      known();
    },
  }),
  stale: ({ names }) => ({
    leaving: (old) => keepListed(names, old),
    ended: async (old) => {
      await delay(WRONG_MS);
      unlist(names, old);
    },
  }),
  // The addresses of the ended processes stay, and swallow packets.
  swallowing: ({ names }) => ({
    leaving: (old) => keepListed(names, old),
    ended: async (old) => {
      const swallowing = await Promise.all(old.filter(isLookedUp).map(({ host, port }) => swallowPackets(host, port)));
      await delay(WRONG_MS);
      unlist(names, old);
      for (const each of swallowing) each.stop();
    },
  }),
} satisfies Record<string, (cluster: Cluster) => Replacement>;

/** Runners have no clients, and callers reach the gateway through the balancer. */
const isLookedUp = ({ part }: Pod) => part !== 'runner' && part !== 'gateway';

/** Replaces the answers about processes that are looked up; the function that it answers with brings the right ones back. */
function answersWith({ addresses }: TestNameServer, old: Pod[], hostsOf: (old: Pod) => string[]): () => void {
  const wrong = old.filter(isLookedUp).map((each) => ({ ...each, right: addresses[each.part]! }));
  for (const each of wrong) addresses[each.part] = hostsOf(each);
  return () => {
    for (const { part, right } of wrong) addresses[part] = right;
  };
}

const keepListed = ({ addresses }: TestNameServer, old: Pod[]): void => {
  for (const { part, host } of old.filter(isLookedUp)) addresses[part]!.unshift(host);
};

const unlist = ({ addresses }: TestNameServer, old: Pod[]): void => {
  for (const { part, host } of old) addresses[part] = addresses[part]!.filter((each) => each !== host);
};

const ROUNDS: [replaced: Part[], fault: keyof typeof names][] = [
  [['catalog'], 'late'],
  [['diagnostics'], 'empty'],
  [['environments'], 'stale'],
  [['swarms'], 'late'],
  [['suites'], 'silent'],
  [['runs'], 'swallowing'],
  [['runner'], 'none'],
  [['gateway'], 'none'],
  [['runs', 'gateway'], 'swallowing'],
  ...serviceNames.map((name): [Part[], 'drained'] => [[name], 'drained']),
  [[...PARTS], 'drained'],
  [[...PARTS], 'stale'],
  [[...PARTS], 'swallowing'],
  [[...PARTS], 'empty'],
];

/** Pods are replaced while the name server is wrong. */
export const wrongNamesAct: Act = {
  name: 'wrong-names',
  stage: 'single',
  promise:
    'Pods are replaced while answers of the name server are late, silent, empty, stale or swallow packets. No request fails and no trial is lost or done twice.',
  play: async ({ cluster, load, runs }) => {
    const beganAt = performance.now();
    const faults: string[] = [];
    for (const [replaced, fault] of ROUNDS) {
      const before = load.answers.filter(hasFailed).length;
      await cluster.replace(replaced, names[fault](cluster));
      const failed = load.answers.filter(hasFailed).length - before;
      if (failed > 0) faults.push(`${failed} failed while ${replaced.join()} were replaced, names: ${fault}`);
    }
    return {
      done: `replaced pods in ${ROUNDS.length} rounds`,
      beganAt,
      faults,
      inspect: async () => {
        const trials = runs.ended.length * TRIALS;
        return runs.calls === trials ? [] : [`${runs.calls} calls of tools for ${trials} trials`];
      },
    };
  },
};
