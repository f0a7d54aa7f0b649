import { Document } from '../gen/assay/v1/document.ts';
import { decodeDocument, encodeDocument } from './document-bytes.ts';

const bare: Document = {
  json: Buffer.from('{"a":1}'),
  otherwise: false,
  contentType: '',
  headers: {},
  replayed: undefined,
  status: undefined,
};
const documents: [string, Document][] = [
  ['JSON alone', bare],
  ['no JSON', { ...bare, json: Buffer.alloc(0) }],
  ['nothing but a status', { ...bare, json: Buffer.alloc(0), status: 304 }],
  ['long JSON', { ...bare, json: Buffer.alloc(300_000, 'x') }],
  [
    'every field',
    { ...bare, otherwise: true, contentType: 'text/csv', headers: { Vary: 'a' }, replayed: true, status: 201 },
  ],
];

test.each(documents)('a reply with %s is the message of the generated code', (_, document) => {
  expect(encodeDocument(document).equals(Buffer.from(Document.encode(document).finish()))).toBe(true);
  expect(decodeDocument(encodeDocument(document))).toEqual(document);
});

test('the JSON of a reply is a view of its message', () => {
  const message = encodeDocument(bare);
  expect(decodeDocument(message).json.buffer).toBe(message.buffer);
});

test('a message with other fields before its JSON, or with two, is read as by the generated code', () => {
  const [first, second] = [bare, { ...bare, json: Buffer.from('[]'), status: 200 }];
  const status = Document.encode({ ...bare, json: Buffer.alloc(0), status: 202 }).finish();
  for (const message of [
    Buffer.concat([status, encodeDocument(first)]),
    Buffer.concat([encodeDocument(first), encodeDocument(second)]),
  ])
    expect(decodeDocument(message)).toEqual(Document.decode(message));
});

test.each([1, 2, 5])('a message that ends after %i bytes is refused', (bytes) => {
  expect(() => decodeDocument(encodeDocument(bare).subarray(0, bytes))).toThrow();
});
