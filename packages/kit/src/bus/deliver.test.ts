import { Problem } from '@assay/contract/problem';
import type { BusMessage } from './bus.ts';
import { createLog } from '../log.ts';
import { deliverEvent, isOutage, type EventRecipient } from './deliver.ts';

const message: BusMessage = {
  topic: 't',
  key: 'k',
  id: 'e1',
  type: 'Happened',
  source: 'test',
  time: new Date(0),
  value: Buffer.alloc(0),
};
const recipient = (handle: EventRecipient['handle']) => {
  const deadLetters: BusMessage[] = [];
  return {
    deadLetters,
    to: {
      group: 'g',
      handle,
      log: createLog('test', 'silent'),
      publish: async (messages: BusMessage[]) => {
        deadLetters.push(...messages);
      },
    },
  };
};
const never = new AbortController().signal;

test.each([
  ['Postgres that is away', true, Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })],
  ['a service that asks to be called again later', true, new Problem('INTERNAL_ERROR', 'not now', undefined, 1)],
  ['a refusal', false, new Problem('NOT_FOUND', 'No such run.')],
  ['a bug', false, new TypeError('x is not a function')],
])('%s is an outage: %s', (_, expected, error) => expect(isOutage(error)).toBe(expected));

test('an outage gives no message up, however often its handler is called', async () => {
  let calls = 0;
  const { deadLetters, to } = recipient(async () => {
    if (++calls <= 5) throw new Problem('INTERNAL_ERROR', 'not now', undefined, 1);
  });
  expect(await deliverEvent({ message, position: '1' }, to, never)).toBe(true);
  expect({ calls, deadLetters }).toEqual({ calls: 6, deadLetters: [] });
});

test('a message whose handling is interrupted between two attempts is delivered again', async () => {
  const stop = new AbortController();
  const { deadLetters, to } = recipient(async () => {
    stop.abort();
    throw new Error('no');
  });
  expect(await deliverEvent({ message, position: '1' }, to, stop.signal)).toBe(false);
  expect(deadLetters).toEqual([]);
});

test('a message stays until the dead-letter topic has it', async () => {
  const { deadLetters, to } = recipient(async () => {
    throw new Error('no');
  });
  let refusals = 0;
  const publish: EventRecipient['publish'] = async (messages) => {
    if (++refusals < 3) throw new Error('the broker is down');
    await to.publish(messages);
  };
  expect(await deliverEvent({ message, position: '1' }, { ...to, publish }, never)).toBe(true);
  expect(deadLetters).toMatchObject([
    { topic: 't.dlq', id: 'e1', extensions: { deadletterposition: '1', deadlettererror: 'no' } },
  ]);
});
