import Broker from 'kafkajs/src/broker/index.js';
import BrokerPool from 'kafkajs/src/cluster/brokerPool.js';
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';

// Faults of kafkajs 2.2.4, mended in its private parts: import this file before a client is made.

const { scheduleCheckPendingRequests } = RequestQueue.prototype;

/**
 * kafkajs looks every millisecond, on each connection, whether a queued request may go out, also when none is queued:
 * some percent of a core in an idle process, and a warning since Node 24 (tulios/kafkajs issues 1704 and 1751).
 */
RequestQueue.prototype.scheduleCheckPendingRequests = function (this: RequestQueue): void {
  if (this.pending.length > 0) scheduleCheckPendingRequests.call(this);
};

const { withBroker } = BrokerPool.prototype;

/**
 * kafkajs drops the errors of all brokers and answers null, which makes `Failed to find group coordinator` of a missing
 * right, and a TypeError of a lost connection.
 */
BrokerPool.prototype.withBroker = async function (this: BrokerPool, callback) {
  let failure: unknown;
  const answer = await withBroker.call(this, (one) =>
    callback(one).catch((error: unknown) => {
      failure = error;
      throw error;
    }),
  );
  if (answer === null) throw failure;
  return answer;
};

const { fetch, metadata } = Broker.prototype;

/** kafkajs does not say which of several topics Kafka refused, so each is asked for alone after a refusal. */
Broker.prototype.metadata = function (this: Broker, topics = []) {
  return namingTopic(topics, metadata.call(this, topics), (topic) => metadata.call(this, [topic]));
};

Broker.prototype.fetch = function (this: Broker, options) {
  const alone = { ...options, maxWaitTime: 0, maxBytes: 1 };
  return namingTopic(options.topics, fetch.call(this, options), (topic) =>
    fetch.call(this, { ...alone, topics: [topic] }),
  );
};

/** The answer; when Kafka refused it, the error has the `topic` that was refused. */
async function namingTopic<Topic extends string | { topic: string }>(
  topics: Topic[],
  answer: Promise<unknown>,
  ask: (topic: Topic) => Promise<unknown>,
): Promise<unknown> {
  try {
    return await answer;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    for (const topic of topics)
      await ask(topic).catch((refusal: unknown) => {
        if (isRefusal(refusal))
          throw Object.assign(refusal, { topic: typeof topic === 'string' ? topic : topic.topic });
      });
    throw error;
  }
}

const isRefusal = (error: unknown): error is Error =>
  error instanceof Error && (error as { type?: unknown }).type === 'TOPIC_AUTHORIZATION_FAILED';
