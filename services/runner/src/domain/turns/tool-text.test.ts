import type { ImageRendering, VisibleResultParts } from '@assay/contract/areas/clients/open-settings';
import { resultImages, toolText } from './tool-text.ts';

const text = (value: string) => ({ type: 'text', text: value });

test.each<[string, Record<string, unknown>, string]>([
  ['texts', { content: [text('a'), text('b')] }, 'a\nb'],
  ['texts beside structured content', { content: [text('3')], structuredContent: { sum: 3 } }, '3'],
  ['only structured content', { content: [], structuredContent: { sum: 3 } }, '{"sum":3}'],
  [
    'an image',
    { content: [text('see'), { type: 'image', data: 'AAAA', mimeType: 'image/png' }] },
    'see\n[image, image/png, 3 bytes, not shown]',
  ],
  [
    'an image beside structured content',
    { content: [{ type: 'audio', data: 'AAAA', mimeType: 'audio/wav' }], structuredContent: { a: 1 } },
    '{"a":1}\n[audio, audio/wav, 3 bytes, not shown]',
  ],
  [
    'a resource with text',
    { content: [{ type: 'resource', resource: { uri: 'file:///a', text: 'hi' } }] },
    '[resource file:///a]\nhi',
  ],
  [
    'a resource without',
    { content: [{ type: 'resource', resource: { uri: 'file:///a', blob: 'AAAA', mimeType: 'image/png' } }] },
    '[resource file:///a, image/png, not shown]',
  ],
  ['a link', { content: [{ type: 'resource_link', uri: 'file:///a' }] }, '[link to the resource file:///a]'],
  ['nothing', { content: [] }, '(The tool answered with nothing.)'],
  ['no content at all', {}, '(The tool answered with nothing.)'],
  [
    'content that breaks the protocol',
    { content: [null, { type: 'text' }, {}] },
    '[unknown, unknown, not shown]\n[unknown, unknown, not shown]',
  ],
])('the text for a model of %s', (_, result, expected) => expect(toolText(result)).toBe(expected));

const whole = {
  content: [
    text('a'),
    { type: 'image', data: 'AAAA', mimeType: 'image/png' },
    { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
    { type: 'resource', resource: { uri: 'file:///a', text: 'hi' } },
    { type: 'resource_link', uri: 'file:///b' },
    { type: 'sculpture' },
  ],
  structuredContent: { sum: 3 },
};
const OTHER = '[sculpture, unknown, not shown]';

test.each<[string, VisibleResultParts, string]>([
  [
    'only texts and what is unknown',
    { images: false, audio: false, resources: false, resourceLinks: false },
    `a\n${OTHER}`,
  ],
  [
    'structured content where texts are hidden',
    { text: false, images: false, audio: false, resources: false, resourceLinks: false },
    `{"sum":3}\n${OTHER}`,
  ],
  [
    'structured content beside texts',
    { structuredContent: true, images: false, audio: false, resources: false, resourceLinks: false },
    `{"sum":3}\na\n${OTHER}`,
  ],
  [
    'neither texts nor structured content',
    { text: false, structuredContent: false, images: false, audio: false, resources: false },
    `[link to the resource file:///b]\n${OTHER}`,
  ],
])('a client can show the model %s', (_, shown, expected) => expect(toolText(whole, shown)).toBe(expected));

test.each<[string, VisibleResultParts, ImageRendering, string[]]>([
  ['is attached where the client says so', {}, { mode: 'attach' }, ['AAAA']],
  ['is only named otherwise', {}, {}, []],
  ['is not attached where the client hides images', { images: false }, { mode: 'attach' }, []],
])('an image of a result %s', (_, shown, rendering, expected) => {
  const images = resultImages(whole, shown, rendering);
  expect(images.map(({ data }) => data)).toEqual(expected);
  expect(toolText(whole, shown, images).includes('3 bytes, attached')).toBe(expected.length > 0);
});

test('a very large image is not attached', () => {
  const content = [{ type: 'image', data: 'A'.repeat(5_000_001), mimeType: 'image/png' }];
  expect(resultImages({ content }, {}, { mode: 'attach' })).toEqual([]);
});

test('the text for a model shows the beginning of a long result and its length', () => {
  const told = toolText({ content: [text('x'.repeat(100_000))] });
  expect(told.length).toBeLessThan(65_000);
  expect(told).toMatch(/^x+\n\[cut: the first 64000 of 100000 characters\]$/);
});
