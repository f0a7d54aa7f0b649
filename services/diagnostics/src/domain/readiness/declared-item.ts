import { isObject } from '@assay/contract/json';

/** At most this much of a description is shown, in characters. */
const MAX_DESCRIPTION = 500;

/** The part of an item of a server that a report shows. */
export function declaredItem(item: object): Record<string, unknown> {
  const { name, uri, uriTemplate, title, description, annotations } = item as Record<string, unknown>;
  const texts = { name, uri, uriTemplate, title, description };
  return {
    ...Object.fromEntries(
      Object.entries(texts).flatMap(([key, text]) =>
        typeof text === 'string' ? [[key, text.slice(0, MAX_DESCRIPTION).toWellFormed()]] : [],
      ),
    ),
    ...(isObject(annotations) && { annotations }),
  };
}
