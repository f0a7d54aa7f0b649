import type { KafkaMessage } from 'kafkajs';
import type { BusMessage } from '../bus.ts';
import { fromRecord, toRecord } from './cloud-events.ts';

const message: BusMessage = {
  topic: 'assay.test.v1',
  key: 'run_1',
  id: 'evt_1',
  type: 'assay.test.v1.Happened',
  source: 'runs',
  time: new Date('2026-01-02T03:04:05.006Z'),
  value: Buffer.from([8, 1]),
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  extensions: { tenant: 'org_1' },
};
/** As a consumer gets it: header values are buffers. */
const received = (headers: Record<string, string>, rest: Partial<KafkaMessage> = {}): KafkaMessage =>
  ({
    key: Buffer.from('run_1'),
    value: Buffer.from([8, 1]),
    timestamp: '1700000000000',
    attributes: 0,
    offset: '7',
    headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, Buffer.from(text)])),
    ...rest,
  }) as KafkaMessage;

test('a record is a CloudEvent in binary mode that any Kafka consumer can read', () => {
  expect(toRecord(message)).toEqual({
    key: 'run_1',
    value: Buffer.from([8, 1]),
    headers: {
      'content-type': 'application/protobuf',
      ce_specversion: '1.0',
      ce_id: 'evt_1',
      ce_type: 'assay.test.v1.Happened',
      ce_source: 'runs',
      ce_time: '2026-01-02T03:04:05.006Z',
      ce_traceparent: message.traceparent,
      ce_tenant: 'org_1',
    },
  });
});

test('a message comes back as it was sent', () => {
  expect(fromRecord('assay.test.v1', 0, received(toRecord(message).headers as Record<string, string>))).toEqual(
    message,
  );
});

test('a message without a trace says nothing about one', () => {
  const { traceparent: _, ...untraced } = message;
  expect(Object.keys(toRecord(untraced).headers ?? {})).not.toContain('ce_traceparent');
});

test('a record that is no CloudEvent is logged with topic and offset, for the dead-letter topic', () => {
  expect(
    fromRecord('assay.test.v1', 2, received({ ce_time: 'soon', 'x-other': '1' }, { key: null, value: null })),
  ).toEqual({
    topic: 'assay.test.v1',
    key: '',
    id: 'assay.test.v1/2/7',
    type: '',
    source: '',
    time: new Date(1_700_000_000_000),
    value: Buffer.alloc(0),
    traceparent: undefined,
    extensions: {},
  });
});
