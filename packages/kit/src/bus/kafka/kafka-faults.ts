/** The fields of the errors of kafkajs, which hold each other. */
interface KafkaFault {
  name?: string;
  /** Kafka's own name of the error. */
  type?: string;
  /** The topic that the request was about, where the error tells it. */
  topic?: string;
  retriable?: boolean;
  message?: string;
  cause?: unknown;
  errors?: unknown[];
  partitions?: { error?: unknown }[];
}

/** Whether Kafka could not be reached or is restarting, as opposed to having refused the request. */
export function isKafkaUnavailable(error: unknown): boolean {
  if (error instanceof KafkaRefusal) return error.isOfUser;
  const { name, cause, retriable } = error as KafkaFault;
  if (!name?.startsWith('KafkaJS')) return false;
  // The last failure of all attempts is the cause of the error that ends them.
  return cause instanceof Error ? isKafkaUnavailable(cause) : retriable === true;
}

/** Kafka refused a right, or the user. The message says which one, and what to do. */
export class KafkaRefusal extends Error {
  override readonly name = 'KafkaRefusal';
  /** Whether Kafka refused the user, and so every request. */
  readonly isOfUser: boolean;

  constructor(message: string, cause: unknown, isOfUser = false) {
    super(message, { cause });
    this.isOfUser = isOfUser;
  }
}

/** The right that a request needs on topics, and the groups that it is made for. */
export interface NeededRights {
  operation: 'Create' | 'Delete' | 'Read' | 'Write';
  topics: readonly string[];
  /** In words, such as `group catalog`. */
  group?: string;
}

/** Runs a request; when Kafka refuses it, the error says which right is missing. */
export async function withRights<T>(needed: NeededRights, request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw refusalIn(error, needed) ?? error;
  }
}

const ON_TOPIC = new Set(['TOPIC_AUTHORIZATION_FAILED', 'CLUSTER_AUTHORIZATION_FAILED']);
const ON_GROUP = 'GROUP_AUTHORIZATION_FAILED';
const OF_USER = new Set(['SASL_AUTHENTICATION_FAILED', 'UNSUPPORTED_SASL_MECHANISM', 'ILLEGAL_SASL_STATE']);

function refusalIn(error: unknown, { operation, topics, group }: NeededRights): KafkaRefusal | undefined {
  if (error instanceof KafkaRefusal) return error;
  const faults = faultsIn(error);
  const ofUser = faults.find(({ name, type }) => name === 'KafkaJSSASLAuthenticationError' || OF_USER.has(type ?? ''));
  if (ofUser)
    return new KafkaRefusal(
      `Assay cannot sign in to Kafka: ${withoutStop(ofUser)}. Check KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD.`,
      error,
      true,
    );
  if (group !== undefined && faults.some(({ type }) => type === ON_GROUP))
    return new KafkaRefusal(lacks('Read', group), error);
  const onTopics = faults.filter(({ type }) => ON_TOPIC.has(type ?? ''));
  if (onTopics.length === 0) return uncreated(faults, error);
  const named = onTopics.flatMap(({ topic }) => topic ?? []);
  const refused = [...new Set(named.length > 0 ? named : topics)].toSorted();
  return new KafkaRefusal(lacks(operation, `topic ${refused.join(', ')}`), error);
}

/** Topics that Kafka did not create for another reason: a policy of the cluster, too few brokers for the replicas. */
function uncreated(faults: KafkaFault[], error: unknown): KafkaRefusal | undefined {
  const fault = faults.find(({ name, type }) => name === 'KafkaJSCreateTopicError' && type !== 'TOPIC_ALREADY_EXISTS');
  return fault && new KafkaRefusal(`Kafka did not create the topic ${fault.topic}: ${withoutStop(fault)}.`, error);
}

const lacks = (operation: NeededRights['operation'], resource: string): string =>
  operation === 'Create'
    ? `Kafka does not show the ${resource} to Assay's user, who may not create it: create it and allow Read and Write, or allow Create.`
    : `Assay's user lacks the right ${operation} on Kafka's ${resource}: allow it by an ACL.`;

const withoutStop = ({ message = '' }: KafkaFault): string => message.replace(/\.$/, '');

/** The error and all errors in it. */
function faultsIn(error: unknown): KafkaFault[] {
  if (typeof error !== 'object' || error === null) return [];
  const fault = error as KafkaFault;
  const inner = [fault.cause, ...(fault.errors ?? []), ...(fault.partitions ?? []).map((each) => each.error)];
  return [fault, ...inner.flatMap(faultsIn)];
}
