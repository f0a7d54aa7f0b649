import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import kafkajs from 'kafkajs';
import { createKafka } from '@assay/kit/bus/kafka/kafka-client';
import type { KafkaBusSettings } from '@assay/kit/bus/settings';
import { startKafka, type KafkaUser } from '@assay/testkit/kafka';
import { waitUntil } from '@assay/testkit/until';
import { log } from '../harness.ts';

const { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } = kafkajs;

/** Rights of a user, as a row of docs/operations/kafka.md lists them. */
export interface KafkaRight {
  resource: 'Group' | 'Topic';
  names: string[];
  pattern?: 'literal' | 'prefixed';
  operations: ('Create' | 'Delete' | 'Read' | 'Write')[];
}

const PAGE = join(import.meta.dirname, '../../../../docs/operations/kafka.md');

/** The rights that the page tells platform teams to give. */
export function documentedRights(): KafkaRight[] {
  const rows = readFileSync(PAGE, 'utf8').matchAll(/^\| (Group|Topic) \| (.+?) \| (literal|prefixed) \| (.+?) \|/gm);
  return [...rows].map(([, resource, names, pattern, operations]) => ({
    resource: resource as KafkaRight['resource'],
    names: quoted(names!),
    pattern: pattern as 'literal' | 'prefixed',
    operations: quoted(operations!) as KafkaRight['operations'],
  }));
}

const quoted = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);

/** A broker that knows users and their rights. */
export interface GuardedKafka {
  /** The settings of a bus that signs in as this user. */
  settings(user: KafkaUser): KafkaBusSettings;
  /** Gives rights, and waits until the broker grants them. */
  allow(user: KafkaUser, ...rights: KafkaRight[]): Promise<void>;
  /** Creates topics as an administrator does. */
  createTopics(topics: string[]): Promise<void>;
  /** How many records a topic was given. */
  written(topic: string): Promise<number>;
  stop(): Promise<void>;
}

export async function startGuardedKafka(users: KafkaUser[]): Promise<GuardedKafka> {
  const root = { username: 'admin', password: 'password-of-admin' };
  const broker = await startKafka([root, ...users]);
  const settings = (user: KafkaUser): KafkaBusSettings => ({
    transport: 'kafka',
    brokers: broker.brokers,
    clientId: 'assay',
    sasl: { mechanism: 'scram-sha-512', ...user },
    tls: undefined,
    topicPartitions: 3,
    replicationFactor: 1,
  });
  const admin = createKafka(settings(root), log).admin();
  await admin.connect();
  return {
    settings,
    allow: async ({ username }, ...rights) => {
      const entries = rights.flatMap((right) => entriesOf(right, `User:${username}`));
      await admin.createAcls({ acl: entries });
      // The controller answers before the broker knows them.
      for (const entry of entries) await waitUntil(async () => (await admin.describeAcls(entry)).resources.length > 0);
    },
    createTopics: async (topics) => {
      await admin.createTopics({ topics: topics.map((topic) => ({ topic, numPartitions: 3, replicationFactor: 1 })) });
    },
    written: async (topic) =>
      (await admin.fetchTopicOffsets(topic)).reduce((sum, { offset }) => sum + Number(offset), 0),
    stop: async () => {
      await admin.disconnect();
      await broker.stop();
    },
  };
}

const entriesOf = ({ resource, names, pattern = 'literal', operations }: KafkaRight, principal: string) =>
  names.flatMap((resourceName) =>
    operations.map((operation) => ({
      principal,
      host: '*',
      resourceType: resource === 'Topic' ? AclResourceTypes.TOPIC : AclResourceTypes.GROUP,
      resourceName,
      resourcePatternType: pattern === 'literal' ? ResourcePatternTypes.LITERAL : ResourcePatternTypes.PREFIXED,
      operation: AclOperationTypes[operation.toUpperCase() as 'READ'],
      permissionType: AclPermissionTypes.ALLOW,
    })),
  );
