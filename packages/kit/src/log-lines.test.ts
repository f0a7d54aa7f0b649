import { createLog } from './log.ts';
import { joinedLines } from './log-lines.ts';

const written = () => {
  const writes: string[] = [];
  const first = Promise.withResolvers<void>();
  const log = createLog(
    'test',
    'info',
    joinedLines({
      write: (text) => {
        writes.push(text);
        first.resolve();
      },
    }).stream,
  );
  const messages = () =>
    writes.map((text) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { msg: string }).msg),
    );
  return { log, messages, first: first.promise };
};

test('the log writes the lines of a moment together', async () => {
  const { log, messages, first } = written();
  log.info('one');
  log.info('two');
  expect(messages()).toEqual([]);
  await first;
  expect(messages()).toEqual([['one', 'two']]);
});

test('the log writes a warning at once, after the lines before it', () => {
  const { log, messages } = written();
  log.info('before');
  log.warn('careful');
  expect(messages()).toEqual([['before', 'careful']]);
});

test('the log writes at once when many lines wait', () => {
  const { log, messages } = written();
  const line = 'x'.repeat(1_000);
  for (let i = 0; i < 20; i++) log.info(line);
  expect(messages().map((lines) => lines.length)).toEqual([expect.any(Number)]);
});
