import * as messages from './gen/assay/v1/events.ts';

/** The generated functions that encode and decode a message. */
export interface EventCodec<Message> {
  encode(message: Message): { finish(): Uint8Array };
  decode(bytes: Uint8Array): Message;
}

/** One kind of event: its topic, its key and its encoding. */
export interface Event<Message> {
  /** The CloudEvents type: the package and name of its message. */
  type: string;
  topic: string;
  /** The field that names the aggregate. */
  key: string;
  codec: EventCodec<Message>;
  /** The value of `key`. Events of one key reach a consumer in the order in which they were published. */
  keyOf(message: Message): string;
  /** Identifies an event among all events of its service. Undefined where every publication is an event of its own. */
  idOf(message: Message): string | undefined;
}

/** The fields of a message that can hold a key. */
type TextField<Message> = { [Field in keyof Message]: Message[Field] extends string ? Field : never }[keyof Message];

export interface EventRule<Message> {
  topic: string;
  /** The field that names the aggregate. */
  key: TextField<Message> & string;
  /** The fields that tell an event from every other one of its kind; without them each publication gets a new id. */
  id?: (keyof Message & string)[];
}

/** Declares a kind of event. Its type is the name of its message. */
export function event<Message extends object>(
  codec: EventCodec<Message>,
  { topic, key, id }: EventRule<Message>,
): Event<Message> {
  const name = Object.entries(messages).find(([, each]) => (each as unknown) === codec)?.[0];
  if (!name) throw new Error('An event is a message of events.proto.');
  return {
    type: `assay.v1.${name}`,
    topic,
    key,
    codec,
    keyOf: (message) => String(message[key]),
    idOf: (message) => id && [...id.map((field) => String(message[field])), name].join('.'),
  };
}
