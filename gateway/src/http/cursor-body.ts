import { jsonObject } from '@assay/contract/json';
import { placeOfInput, type Operation } from '@assay/contract/operation';
import { propertiesOf } from '@assay/contract/schema';

/** At most this long a body of a GET request, in bytes: it holds a cursor alone. */
export const CURSOR_BODY_BYTES = 8 * 1024;

/** Whether the operation is a GET of pages. Some clients put the cursor of a page into a body. */
export const takesCursorBody = (operation: Operation): boolean =>
  operation.method === 'GET' && placeOfInput(operation) === 'query' && 'cursor' in propertiesOf(operation.input);

/** The cursor in the body of a GET of pages; any other body is ignored, as bodies of GET requests are. */
export function cursorIn(body: unknown): { cursor?: unknown } {
  if (!Buffer.isBuffer(body) || body.length === 0) return {};
  const { cursor } = jsonObject(body.toString()) ?? {};
  return cursor === undefined ? {} : { cursor };
}
