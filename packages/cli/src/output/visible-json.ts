/** JSON as a terminal may print it: characters that reorder or hide text are escaped, too. */
export const visibleJson = (json: string): string =>
  json.replaceAll(
    /[\u007F-\u009F\u061C\u200B\u200E\u200F\u202A-\u202E\u2028\u2029\u2060\u2066-\u2069\uFEFF]/g,
    (at) => `\\u${at.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
