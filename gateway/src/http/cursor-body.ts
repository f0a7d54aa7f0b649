import { jsonObject } from '@assay/contract/json';
import { placeOfInput, type Operation } from '@assay/contract/operation';
import { invalid } from '@assay/contract/problem';
import { propertiesOf } from '@assay/contract/schema';

/** At most this long a body of a GET request, in bytes: it holds a cursor alone. */
export const CURSOR_BODY_BYTES = 8 * 1024;

/** Whether the operation is a GET of pages. Some clients put the cursor of a page into a body. */
export const takesCursorBody = (operation: Operation): boolean =>
  operation.method === 'GET' && placeOfInput(operation) === 'query' && 'cursor' in propertiesOf(operation.input);

/** The cursor in the body of a GET of pages; other keys are ignored. Throws VALIDATION_ERROR for another body than an object. */
export function cursorIn(body: unknown): { cursor?: unknown } {
  if (!Buffer.isBuffer(body) || body.length === 0) return {};
  const document = jsonObject(body.toString());
  if (!document) {
    const message = 'must be a JSON object with a cursor, or absent';
    throw invalid(`The body of this GET ${message}.`, { issues: [{ path: '', message }] });
  }
  const { cursor } = document;
  return cursor === undefined ? {} : { cursor };
}
