/** An id as it is shown: its prefix and its last six characters: `run_…c6h1nd`. */
export function shortId(id: string): string {
  const [, prefix = '', rest = id] = /^([a-z]+_)?(.*)$/.exec(id) ?? [];
  return rest.length <= 8 ? id : `${prefix}…${rest.slice(-6)}`;
}
