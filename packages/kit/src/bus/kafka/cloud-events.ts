import type { IHeaders, KafkaMessage, Message } from 'kafkajs';
import type { BusMessage } from '../bus.ts';

// CloudEvents 1.0, Kafka protocol binding, binary content mode: attributes are headers, the value is the data alone.
const PREFIX = 'ce_';

/** The Kafka record of a message. */
export function toRecord({ key, id, type, source, time, value, traceparent, extensions }: BusMessage): Message {
  const attributes = {
    ...extensions,
    specversion: '1.0',
    id,
    type,
    source,
    time: time.toISOString(),
    ...(traceparent && { traceparent }),
  };
  return {
    key,
    value: Buffer.from(value),
    headers: {
      'content-type': 'application/protobuf',
      ...Object.fromEntries(Object.entries(attributes).map(([name, text]) => [PREFIX + name, text])),
    },
  };
}

/** The message in a Kafka record. What a foreign producer left out is filled from the record's own place and time. */
export function fromRecord(topic: string, partition: number, record: KafkaMessage): BusMessage {
  const {
    specversion: _,
    id,
    type = '',
    source = '',
    time,
    traceparent,
    ...extensions
  } = attributesOf(record.headers ?? {});
  return {
    topic,
    key: record.key?.toString() ?? '',
    id: id ?? `${topic}/${partition}/${record.offset}`,
    type,
    source,
    time: time && !Number.isNaN(Date.parse(time)) ? new Date(time) : new Date(Number(record.timestamp)),
    value: record.value ?? Buffer.alloc(0),
    traceparent,
    extensions,
  };
}

function attributesOf(headers: IHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name, value]) => name.startsWith(PREFIX) && value !== undefined)
      .map(([name, value]) => [name.slice(PREFIX.length), String(Array.isArray(value) ? value[0] : value)]),
  );
}
