/** A stranger's text as we keep it: without NUL, which Postgres cannot hold, and at most `max` characters long, none of them half. */
export const keptText = (text: string, max: number): string =>
  text
    .replaceAll('\0', '')
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '');
