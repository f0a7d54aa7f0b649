import { setTimeout as delay } from 'node:timers/promises';
import { isCleanRefusal, type Act, type LoadRule } from '../act.ts';

/** How long Postgres is away, in milliseconds. */
const AWAY_MS = 30_000;
/** The longest refusal: a request waits for a connection to Postgres for at most 5 s in each of two services. */
const REFUSED_MS = 12_000;
/** How long pods need to have connections again, in milliseconds. */
const AGAIN_MS = 6_000;

/** Requests between these times may be refused, in words that say when to try again. */
const refusedBetween =
  (beganAt: number, overAt: number): LoadRule =>
  (answer) =>
    answer.sentAt + answer.tookMs >= beganAt &&
    answer.sentAt <= overAt + AGAIN_MS &&
    isCleanRefusal(answer, REFUSED_MS);

/** The only migration of suites. */
const MIGRATION = '0001_suites.sql';

const OUTAGE = `Requests are refused within ${REFUSED_MS / 1_000} s (503, Retry-After), also those in flight; no acknowledged write and no trial is lost.`;

/** Acts about Postgres. */
export const databaseActs: Act[] = [
  {
    name: 'postgres-down',
    stage: 'single',
    promise: OUTAGE,
    play: async ({ cluster: { database } }) => {
      const beganAt = performance.now();
      await database.kill();
      await delay(AWAY_MS);
      await database.start();
      return { done: 'killed Postgres for 30 s', beganAt, mayFail: refusedBetween(beganAt, performance.now()) };
    },
  },
  {
    name: 'failover',
    stage: 'standby',
    promise: `The synchronous standby is promoted. ${OUTAGE}`,
    play: async ({ cluster: { database } }) => {
      const beganAt = performance.now();
      await database.kill();
      await database.promote();
      return {
        done: 'killed the primary, promoted the standby',
        beganAt,
        mayFail: refusedBetween(beganAt, performance.now()),
      };
    },
  },
  {
    name: 'restore',
    stage: 'single',
    promise: `The database is deleted and restored from a copy: what was acknowledged before the copy is there. Requests meanwhile are refused.`,
    play: async ({ cluster: { database } }) => {
      const beganAt = performance.now();
      const backup = await database.backUp();
      const keptUntil = performance.now();
      await database.start();
      await delay(AGAIN_MS);
      await database.kill();
      await database.restore(backup);
      await database.start();
      return {
        done: 'copied, deleted and restored the data folder',
        beganAt,
        keptUntil,
        mayFail: refusedBetween(beganAt, performance.now()),
      };
    },
  },
  {
    name: 'disk-full',
    stage: 'small-disk',
    promise: `The disk of Postgres is full for 30 s: requests work or are refused (503, Retry-After); no acknowledged write and no trial is lost.`,
    impossible: process.getuid?.() === 0 ? undefined : 'a small disk is mounted by root',
    play: async ({ cluster: { database } }) => {
      const beganAt = performance.now();
      await database.fillDisk();
      await delay(AWAY_MS);
      await database.emptyDisk();
      await database.start();
      return {
        done: 'filled the disk of Postgres for 30 s, restarted it',
        beganAt,
        mayFail: refusedBetween(beganAt, performance.now()),
      };
    },
  },
  {
    name: 'migration-failed',
    stage: 'single',
    promise: 'A failed migration says why and leaves the running version as it was. No request fails.',
    play: async ({ cluster: { migrate, pool } }) => {
      const beganAt = performance.now();
      // A migration is applied once more, and meets what it made before.
      const { rows } = await pool.query<{ sha256: string }>(
        `delete from suites.migrations where name = '${MIGRATION}' returning name, sha256`,
      );
      const failed = await migrate();
      await pool.query('insert into suites.migrations (name, sha256) values ($1, $2)', [MIGRATION, rows[0]!.sha256]);
      const repeated = await migrate();
      return {
        done: `failed with exit code ${failed.code}, then repaired`,
        beganAt,
        faults: [
          ...(failed.code === 1 ? [] : [`the failed migration ended with ${failed.code}`]),
          ...(failed.log.some((line) => line.includes(MIGRATION)) ? [] : ['the log does not name the migration']),
          ...(repeated.code === 0
            ? []
            : [`the repaired migration ended with ${repeated.code}: ${repeated.log.at(-1)}`]),
        ],
      };
    },
  },
];
