import { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire';
import { Document } from '../gen/assay/v1/document.ts';

/** The tag of `Document.json`: field 1, of bytes. */
const JSON_TAG = 10;
const NONE = Buffer.alloc(0);

/** A reply as its message, with one copy of its JSON: the generated code copies it twice, into twice the room. */
export function encodeDocument(document: Document): Buffer {
  const { json } = document;
  const others = Document.encode({ ...document, json: NONE }).finish();
  if (json.length === 0) return viewOf(others);
  return Buffer.concat([new BinaryWriter().uint32(JSON_TAG).uint32(json.length).finish(), json, others]);
}

/** The reply of a message. Its JSON is a view of the message's bytes, where it comes first. */
export function decodeDocument(message: Uint8Array): Document {
  if (message[0] !== JSON_TAG) return Document.decode(message);
  const reader = new BinaryReader(message);
  reader.tag();
  const json = viewOf(reader.bytes());
  const document = Document.decode(reader, reader.len - reader.pos);
  return document.json.length === 0 ? { ...document, json } : document;
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength);
