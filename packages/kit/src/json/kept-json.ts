/** Every escape of a JSON text, so that none is taken for one which a backslash before it makes plain text. */
const ESCAPES = /\\(?:u([0-9a-f]{4})|.)/g;

/**
 * A value as JSON that Postgres can also take apart: without NUL, and with half characters replaced. Its type `json` keeps
 * both as they come, and then every operator on the document fails.
 */
export function keptJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!json.includes('\\u')) return json;
  return json.replace(ESCAPES, (escape, code: string | undefined) => {
    if (code === '0000') return '';
    return code?.startsWith('d') ? '\ufffd' : escape;
  });
}
