import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Closers } from '@assay/local/closers';
import { startKafka } from '@assay/testkit/kafka';
import { unpackCommit } from '../../check/releases/release-code.ts';
import { newestRelease } from '../../check/releases/release-folder.ts';
import type { StageName, StageTools } from './act.ts';
import { mountCertificates } from './cluster/certificates.ts';
import { startCluster, type Cluster, type ClusterOptions } from './cluster/cluster.ts';
import { startObjectStore } from './cluster/object-store.ts';
import { TODAY } from './cluster/parts.ts';
import { prepareRuns, type RunLoads } from './load/run-load.ts';

/** An installation that acts are played on. */
export interface Stage {
  name: StageName;
  cluster: Cluster;
  runs: RunLoads;
  tools: StageTools;
  openedSeconds: number;
  stop(): Promise<void>;
}

/** How long an answer of the name server lives, as CoreDNS has it, in milliseconds. */
const ANSWER_MS = 30_000;
/** The waits of the chart for such answers, in milliseconds. */
const WAITS = { readyMs: ANSWER_MS + 5_000, leavingMs: ANSWER_MS + 5_000 };

const OPTIONS: Record<StageName, ClusterOptions> = {
  pods: { answersLiveMs: ANSWER_MS, waits: WAITS },
  released: { answersLiveMs: ANSWER_MS, waits: WAITS },
  single: {},
  standby: { standby: true },
  'small-disk': { diskMegabytes: 500 },
  kafka: {},
  tls: {},
};

/** Another network for each rehearsal of a machine, because acts make hosts vanish. */
const network = () => `127.${1 + Math.floor(Math.random() * 250)}.${1 + Math.floor(Math.random() * 250)}`;

/** A lease outlives the stalls of a busy machine. */
const LEASE_MS = '15000';

export async function openStage(name: StageName): Promise<Stage> {
  const closers = new Closers();
  try {
    const tools = await openTools(name, closers);
    const env = {
      LEASE_MS,
      ...tools.certificates?.env,
      ...tools.objects?.env,
      ...(tools.kafka && { KAFKA_BROKERS: tools.kafka.brokers.join() }),
    };
    const startedAt = performance.now();
    const cluster = await startCluster(env, { ...OPTIONS[name], root: tools.released, network: network() });
    closers.add(cluster);
    const openedSeconds = Math.round((performance.now() - startedAt) / 1_000);
    const runs = await prepareRuns(cluster);
    closers.add(runs);
    return { name, cluster, runs, tools, openedSeconds, stop: () => closers.stop() };
  } catch (error) {
    await closers.stop();
    throw error;
  }
}

async function openTools(name: StageName, closers: Closers): Promise<StageTools> {
  if (name === 'kafka') {
    const kafka = await startKafka();
    closers.add(kafka);
    return { kafka };
  }
  if (name === 'released') {
    const release = await newestRelease();
    const released = await temporaryFolder('assay-released-', closers);
    await unpackCommit(TODAY, release!.commit, released);
    return { released };
  }
  if (name === 'tls')
    return { certificates: await mountCertificates(await temporaryFolder('assay-certificates-', closers)) };
  if (name !== 'single') return {};
  const objects = await startObjectStore();
  closers.add(objects);
  return { objects };
}

async function temporaryFolder(prefix: string, closers: Closers): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  closers.add({ stop: () => rm(folder, { recursive: true }) });
  return folder;
}
