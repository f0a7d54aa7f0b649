/** One event in transit: the attributes of a CloudEvent 1.0 and its protobuf bytes. */
export interface BusMessage {
  topic: string;
  /** The aggregate it is about. Messages of one key reach a group in the order in which they were published. */
  key: string;
  /** Names the event; every redelivery carries the same one. */
  id: string;
  /** The protobuf message in `value`, named as `Event.type` says. */
  type: string;
  /** The service that it happened in. */
  source: string;
  time: Date;
  value: Uint8Array;
  /** W3C trace context of the work that caused it. */
  traceparent?: string | undefined;
  /** Further CloudEvents attributes; names are lower-case letters and digits. */
  extensions?: Record<string, string> | undefined;
}

export interface SubscribeOptions {
  /** Consumers of one group share the messages; every group gets all of them. */
  group: string;
  topics: string[];
  /**
   * Called for one message of a key at a time, and again for the same message after a crash: make the effect idempotent
   * with `once`. A message whose handler keeps throwing goes to `deadLetterTopic(topic)` and the stream moves on.
   */
  handle(message: BusMessage): Promise<void>;
  /** A transport may use it for messages that arrive together, in place of `handle`. */
  together?: HandleTogether;
}

/** Handles several messages of one type at a time. */
export interface HandleTogether {
  /** The types of such messages. */
  types: ReadonlySet<string>;
  /** Handles all messages or none; after an error each is given to `SubscribeOptions.handle`. */
  handle(messages: BusMessage[]): Promise<void>;
}

export interface Subscription {
  /** Lets the handler in flight finish, then gives the topics back to the group. */
  stop(): Promise<void>;
}

/** The events that groups gave up. */
export interface DeadLetters {
  /** How many there are. */
  count(): Promise<number>;
  /** The oldest first, at most `limit`. */
  list(limit: number): Promise<DeadLetter[]>;
  /** One dead letter of an event; undefined when there is none. */
  find(eventId: string): Promise<DeadLetter | undefined>;
  /**
   * Publishes dead letters again on their topics: the dead letters of one event, or all, at most `limit`. Groups that
   * handled the event have its receipt and skip it. Answers their number.
   */
  replay(eventId: string | undefined, limit: number): Promise<number>;
  /** Deletes the dead letters of one event; answers their number. */
  drop(eventId: string): Promise<number>;
}

/** An event that a group gave up. */
export interface DeadLetter {
  eventId: string;
  type: string;
  topic: string;
  group: string;
  error: string;
  givenUpAt: Date;
}

/** Carries events between services: at least once, in order per key. */
export interface Bus {
  /** Resolves when the transport keeps the messages; rejects when it does not, and then some may have been kept. */
  publish(messages: BusMessage[]): Promise<void>;
  /** Starts consuming at the group's position, or at the oldest message for a new group. Outages are waited out. */
  subscribe(options: SubscribeOptions): Promise<Subscription>;
  /** How many messages of each topic the group has not handled yet. */
  lag(group: string): Promise<Record<string, number>>;
  /** Groups that lost their consumers long ago, as far as the transport knows; they hold nothing back. */
  absentGroups(): Promise<{ group: string; topic: string; messages: number }[]>;
  /** The dead letters of events of these topics. */
  deadLetters(topics: readonly string[]): DeadLetters;
  /** Sentences about the requests that the transport refused when they were last tried: a right or a password is wrong. */
  refusals(): string[];
  /** Stops every subscription and disconnects. */
  close(): Promise<void>;
}

/** Where the messages go that a group could not handle. Their extensions tell the group, the error and the origin. */
export const deadLetterTopic = (topic: string): string => `${topic}.dlq`;
