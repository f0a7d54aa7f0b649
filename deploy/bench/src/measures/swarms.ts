import { setTimeout as delay } from 'node:timers/promises';
import { openPool, rows, sql, type Pool } from '@assay/kit/postgres/db';
import { createLog } from '@assay/kit/log';
import { newId } from '@assay/kit/id';
import type { Closers } from '@assay/local/closers';
import type { BenchApi } from '../api.ts';
import { elapsedMs } from '../clock.ts';
import { measureInTurns, type Figure } from '../figures.ts';
import { startHelper, type BenchHelper } from '../helper.ts';
import type { HttpLoad } from '../helpers/http-load.ts';
import type { McpLoop } from '../helpers/mcp-loop.ts';
import { databaseUrlOf } from '../installation.ts';
import { startReadFloor } from '../read-floor.ts';
import { residentMb } from '../memory.ts';
import { treeUse } from '../process-tree.ts';
import type { Stage } from '../stage.ts';

/** A session says each line of its goal and gets it echoed. */
const TURNS = 4;
const GOAL = Array.from({ length: TURNS }, (_, i) => `echo {"message":"message ${i}"}`).join('\n');
const [TARGETS, PER_TARGET] = [10, 100];
const SESSIONS = TARGETS * PER_TARGET;
const ROUNDS = { warmUps: 1, rounds: 2 };
/** The default number of slots of a runner. */
const SLOTS = 8;
const POLL_MS = 200;

const READS = { warmUps: 2, rounds: 7 };
const READ_MS = 250;
/** The sessions of the small run that is read, and the targets of the large one, each with PER_TARGET sessions. */
const [FEW, MANY_TARGETS] = [10, 100];

/**
 * Sessions of journeys whose both sides `scripted/rules` plays, from the launch of their run until a client that polls sees
 * its verdict, compared with a bare loop that makes the same calls of tools with as many sessions at a time; and reads of
 * runs of any size, compared with a read of the run's row.
 */
export async function measureSwarms(stage: Stage, scope: Closers): Promise<Figure[]> {
  const { api, productPid } = stage;
  const loop = startHelper(scope, 'mcp-loop');
  const swarm = await setUp(stage);
  const [launches, held, used] = [[] as number[], [] as number[], { product: [] as number[], floor: [] as number[] }];
  const rateOf = async (pid: number, cpuMs: number[], work: () => Promise<unknown>) => {
    const before = await treeUse(pid);
    const tookMs = await elapsedMs(work);
    cpuMs.push(((await treeUse(pid)).cpuMs - before.cpuMs) / SESSIONS);
    return (SESSIONS / tookMs) * 1_000;
  };
  const rates = await measureInTurns(ROUNDS, {
    product: async () => {
      const rate = await rateOf(productPid, used.product, async () => {
        const begun = performance.now();
        const runId = await swarm.launch(swarm.large);
        launches.push(performance.now() - begun);
        await awaitVerdict(api, runId, SESSIONS);
      });
      held.push(await residentMb(productPid));
      return rate;
    },
    floor: () =>
      rateOf(loop.pid, used.floor, () =>
        loop.ask({
          url: stage.everything.url,
          client: 'client 2.x',
          sessions: 'iteration',
          uses: TURNS,
          calls: SESSIONS,
          slots: SLOTS,
        } satisfies McpLoop),
      ),
  });
  const counted = (values: number[]) => values.slice(ROUNDS.warmUps);
  const lower = { unit: 'ms', better: 'lower' } as const;
  return [
    {
      ...rates,
      name: '1,000 sessions of 4 turns',
      unit: 'sessions/s',
      better: 'higher',
      target: { of: 'ratio', limit: 0.6 },
    },
    {
      ...lower,
      name: 'processor time of such a session, with Postgres and without the server',
      product: counted(used.product),
      floor: counted(used.floor),
    },
    {
      ...lower,
      name: 'memory after 3,000 sessions, and before',
      unit: 'MB',
      product: [held.at(-1)!],
      floor: [held[ROUNDS.warmUps - 1]!],
      target: { of: 'ratio', limit: 1.15 },
    },
    {
      ...lower,
      name: 'POST runs of 1,000 sessions',
      product: counted(launches),
      target: { of: 'product', limit: 200 },
    },
    ...(await measureRunReads(stage, swarm, scope)),
  ];
}

interface BenchSwarm {
  /** Journeys of SESSIONS sessions over TARGETS environments, and of FEW sessions with one. */
  large: string;
  small: string;
  launch(journeyId: string): Promise<string>;
}

async function setUp({ api, everything }: Stage): Promise<BenchSwarm> {
  const project = `/projects/${api.projectId}`;
  const made = async (path: string, body: object) =>
    (await api.json<{ id: string }>('POST', `${project}${path}`, body)).id;
  const hostId = await made('/clients', {
    name: 'Shopper',
    config: { modelId: 'scripted/rules', serverIds: [everything.serverId] },
  });
  const environmentIds: string[] = [];
  for (let i = 0; i < TARGETS; i++) environmentIds.push(await made('/environments', { name: `shop ${i}`, hostId }));
  const personaId = await made('/personas', { name: 'Ada', role: 'engineer' });
  const rubric = {
    criteria: [
      {
        kind: 'assertion',
        assertion: { type: 'toolResultContains', toolName: 'echo', needle: `message ${TURNS - 1}` },
      },
    ],
  };
  const journey = (environments: string[], sessionsPerTarget: number) =>
    made('/journeys', {
      goal: GOAL,
      personaId,
      environmentIds: environments,
      sessionsPerTarget,
      maxTurns: TURNS + 1,
      rubric,
    });
  return {
    large: await journey(environmentIds, PER_TARGET),
    small: await journey(environmentIds.slice(0, 1), FEW),
    launch: (journeyId) => made(`/journeys/${journeyId}/runs`, {}),
  };
}

/** Polls a run until it has a verdict. Throws unless every session came to its end and passed. */
async function awaitVerdict(api: BenchApi, runId: string, sessions: number): Promise<void> {
  interface Read {
    status: string;
    summary: { succeeded: number };
    report: { verdict: string };
  }
  for (;;) {
    const run = await api.json<Read>('GET', `/projects/${api.projectId}/journey-runs/${runId}`);
    if (run.status !== 'running') {
      if (run.report.verdict === 'passed' && run.summary.succeeded === sessions) return;
      throw new Error(`The journey run ended ${JSON.stringify([run.status, run.summary, run.report])}.`);
    }
    await delay(POLL_MS);
  }
}

/** Reads of runs of 10 and of 10,000 sessions, each with one connection. */
async function measureRunReads(stage: Stage, swarm: BenchSwarm, scope: Closers): Promise<Figure[]> {
  const { api, dataDir } = stage;
  const pool = openPool(await databaseUrlOf(dataDir), createLog('bench', 'warn'), { max: 1 });
  scope.add({ stop: () => pool.end() });
  const few = await swarm.launch(swarm.small);
  await awaitVerdict(api, few, FEW);
  const many = await copyLarge(api, pool, few);
  const loader = startHelper(scope, 'http-load');
  const origin = await startReadFloor(stage, scope, {
    run: `select ${RUN} from swarms.journey_runs where id = $1`,
  });
  const project = `/projects/${api.projectId}`;
  const reads = [
    { name: 'GET a journey run of 10 sessions', path: `/journey-runs/${few}`, run: few },
    { name: 'GET a journey run of 10,000 sessions', path: `/journey-runs/${many}`, run: many },
    { name: 'its sessions 9,951 to 10,000', path: await lastPage(api, many), run: many },
    { name: 'its scorecard', path: `/journey-runs/${many}/scorecard`, run: many },
    { name: 'the findings of swarms', path: '/journey-findings', run: few },
  ];
  const figures: Figure[] = [];
  for (const { name, path, run } of reads)
    figures.push({
      name,
      unit: 'ms',
      better: 'lower',
      target: { of: 'ratio', limit: 2 },
      ...(await measureInTurns(READS, {
        product: () => latency(loader, api.origin, `/api/v1${project}${path}`, api.headers),
        floor: () => latency(loader, origin, `/run/${run}`, api.headers),
      })),
    });
  return figures;
}

/** The columns of a run, except the one that holds the others as they are shown. */
const RUN = `id, organization_id, project_id, journey_id, wave_id, idempotency_key, request_hash, status, is_canceled, is_stale,
  error, spec, session_specs, sealed_access, key_id, tally, change, measures, deadline_at, created_at, last_heartbeat_at, ended_at,
  traces_gone_at`;

const latency = (loader: BenchHelper, origin: string, path: string, headers: Record<string, string>): Promise<number> =>
  loader.ask<number>({ origin, path, connections: 1, headers, durationMs: READ_MS } satisfies HttpLoad);

/** Makes a run of 10,000 sessions out of a small one, as if all of them had gone alike; returns its id. */
async function copyLarge(api: BenchApi, pool: Pool, few: string): Promise<string> {
  const id = newId('jrun');
  interface Copied {
    spec: { targets: object[]; sessionsPerTarget: number };
    tally: Record<string, number>;
  }
  const [row] = await rows<Copied>(pool, sql`select spec, tally from swarms.journey_runs where id = ${few}`);
  const { spec, tally } = row!;
  const targets = Array.from({ length: MANY_TARGETS }, () => spec.targets[0]!);
  const times = PER_TARGET / FEW;
  const counts = Object.entries(tally).flatMap(([name, amount]): [string, number][] =>
    name.startsWith('0/')
      ? targets.map((_, i) => [name.replace('0', String(i)), amount * times])
      : [[name, amount * times * MANY_TARGETS]],
  );
  await pool.query(sql`
    insert into swarms.journey_runs (id, organization_id, project_id, journey_id, wave_id, request_hash, status, spec,
      session_specs, tally, deadline_at, ended_at)
    select ${id}, organization_id, project_id, journey_id, wave_id, request_hash, status,
      ${JSON.stringify({ ...spec, targets, sessionsPerTarget: PER_TARGET })}, session_specs,
      ${JSON.stringify(Object.fromEntries(counts))}, deadline_at, ended_at
    from swarms.journey_runs where id = ${few}`);
  await pool.query(sql`
    insert into swarms.sessions (id, run_id, project_id, position, target_index, session_index, seed, status, lifecycle,
      attempt_id, end_reason, grading, criteria, usage, turn_count, message_count, preview, started_at, last_activity_at,
      ended_at)
    select id || n, ${id}, project_id, n, n / ${PER_TARGET}::int, n % ${PER_TARGET}::int, seed, status, lifecycle, attempt_id || n,
      end_reason, grading, criteria, usage, turn_count, message_count, preview, started_at, last_activity_at, ended_at
    from swarms.sessions, generate_series(0, ${MANY_TARGETS * PER_TARGET - 1}::int) n
    where run_id = ${few} and position = 0`);
  await pool.query('analyze swarms.sessions');
  const shown = await api.json('GET', `/projects/${api.projectId}/journey-runs/${id}`);
  await pool.query(sql`
    update swarms.journey_runs set shown = ${JSON.stringify(shown)},
      shown_form = (select shown_form from swarms.journey_runs where id = ${few})
    where id = ${id}`);
  return id;
}

/** The path of the last page of a run's sessions. */
async function lastPage(api: BenchApi, runId: string): Promise<string> {
  const sessions = `/journey-runs/${runId}/sessions?limit=50`;
  let path = sessions;
  for (;;) {
    const { nextCursor } = await api.json<{ nextCursor?: string }>('GET', `/projects/${api.projectId}${path}`);
    if (nextCursor === undefined) return path;
    path = `${sessions}&cursor=${encodeURIComponent(nextCursor)}`;
  }
}
