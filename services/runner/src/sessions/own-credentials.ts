import { isObject } from '@assay/contract/json';

/** Credentials that a runner holds itself, by server name. */
export type OwnCredentials = Readonly<
  Record<string, { headers?: Record<string, string>; env?: Record<string, string> }>
>;

export const NO_CREDENTIALS: OwnCredentials = Object.create(null) as OwnCredentials;

const FIELDS = new Set(['headers', 'env']);

/** Parses `{"<server>": {"headers"?: {…}, "env"?: {…}}}`; undefined for any other text. */
export function ownCredentials(text: string): OwnCredentials | undefined {
  try {
    const read: unknown = JSON.parse(text);
    const isGood =
      isObject(read) &&
      Object.values(read).every(
        (server) =>
          isObject(server) &&
          Object.entries(server).every(
            ([field, texts]) =>
              FIELDS.has(field) && isObject(texts) && Object.values(texts).every((each) => typeof each === 'string'),
          ),
      );
    // Without a prototype, so that no server name finds an inherited property.
    return isGood ? Object.assign(Object.create(null) as OwnCredentials, read) : undefined;
  } catch {
    return undefined;
  }
}
