/**
 * Whether the JSON of a value is longer than `characters`, about. It looks at no more of the value than that, and builds
 * no text.
 */
export function isLongerThan(value: unknown, characters: number): boolean {
  const open: unknown[] = [value];
  let left = characters;
  while (open.length > 0 && left >= 0) {
    const next = open.pop();
    // A comma or a bracket, and the least of a value.
    left -= typeof next === 'string' ? next.length + 3 : 3;
    if (Array.isArray(next)) {
      if (next.length > left) return true;
      open.push(...(next as unknown[]));
    } else if (typeof next === 'object' && next !== null) {
      const keys = Object.keys(next);
      if (keys.length > left) return true;
      for (const key of keys) {
        left -= key.length + 3;
        open.push((next as Record<string, unknown>)[key]);
      }
    }
  }
  return left < 0;
}
