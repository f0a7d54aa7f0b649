import { isObject } from '@assay/contract/json';

/** Parses a text that is a JSON object; undefined when it is not. */
export function jsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
