import { clipWireText } from './wire-message.ts';

test('a message of 64 KB is kept whole', () => {
  const text = 'x'.repeat(65_536);
  expect(clipWireText(text)).toEqual({ bytes: 65_536, text });
});

test('a larger message is cut to 64 KB and tells its full size', () => {
  expect(clipWireText('x'.repeat(65_537))).toEqual({ bytes: 65_537, text: 'x'.repeat(65_536), truncated: true });
});

test('the cut never splits a character', () => {
  const { bytes, text } = clipWireText('€'.repeat(30_000));
  expect(bytes).toBe(90_000);
  expect(text).toBe('€'.repeat(Math.floor(65_536 / 3)));
});
