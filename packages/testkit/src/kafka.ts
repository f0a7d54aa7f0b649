import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@assay/postgres/free-port';
import { waitUntil } from './until.ts';

/** A real broker that loses its data when it is stopped. */
export interface KafkaBroker {
  brokers: string[];
  /** Kills the broker, like a crash. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Starts it again after `kill`, with its data and on its port. */
  restart(): Promise<void>;
  /** Stops it and deletes its data. */
  stop(): Promise<void>;
}

const START = join(import.meta.dirname, '../../../deploy/kafka/start.sh');
/** The first start on a machine fetches the broker. */
const FETCH_MS = 280_000;
const MAX_OUTPUT = 4_000;

/** The reason why this machine cannot run a broker; undefined when it can. */
export function whyNoKafka(): string | undefined {
  if (process.env.ASSAY_TEST_KAFKA === 'off') return 'ASSAY_TEST_KAFKA is off';
  const absent = [
    ['java', '-version'],
    ['mvn', '-version'],
  ].find(([command, flag]) => spawnSync(command!, [flag!]).status !== 0);
  return absent && `${absent[0]} is not installed`;
}

/** A user of a broker. */
export interface KafkaUser {
  username: string;
  password: string;
}

/**
 * Starts a broker; call it only when `whyNoKafka` answers undefined. With users, clients sign in with SCRAM-SHA-512 and
 * have the rights of their ACLs; the first user may do everything.
 */
export async function startKafka(users: KafkaUser[] = []): Promise<KafkaBroker> {
  const data = await mkdtemp(join(tmpdir(), 'assay-kafka-'));
  const [port, controllerPort] = [await freePort(), await freePort()];
  const start = () => run([data, String(port), String(controllerPort)], port, users);
  let broker = await start();
  const kill = async (signal: NodeJS.Signals) => {
    if (broker.exitCode !== null || broker.signalCode !== null) return;
    const exited = once(broker, 'exit');
    broker.kill(signal);
    await exited;
  };
  return {
    brokers: [`127.0.0.1:${port}`],
    kill,
    async restart() {
      broker = await start();
    },
    async stop() {
      await kill('SIGKILL');
      await rm(data, { recursive: true });
    },
  };
}

/** Resolves when the broker accepts connections; throws its output when it ends first. */
async function run(order: string[], port: number, users: KafkaUser[]): Promise<ChildProcess> {
  const broker = spawn(START, order, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, KAFKA_USERS: users.map(({ username, password }) => `${username}:${password}`).join(' ') },
  });
  let output = '';
  broker.stderr.on('data', (piece) => {
    output = (output + String(piece)).slice(-MAX_OUTPUT);
  });
  const exited = new Promise<never>((_, reject) => {
    broker.once('error', reject);
    broker.once('exit', () => reject(new Error(`The broker ended: ${output}`)));
  });
  await Promise.race([waitUntil(() => answers(port), FETCH_MS), exited]);
  exited.catch(() => undefined);
  return broker;
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } finally {
    socket.destroy();
  }
}
