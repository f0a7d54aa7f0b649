import type { ServerInventory } from '@assay/contract/areas/servers/inventory';

/** A tool that the rules may call. */
export interface KnownTool {
  serverId: string;
  toolName: string;
}
export interface PlannedCall extends KnownTool {
  arguments: Record<string, unknown>;
}

/** Tools by name; the first of two servers that have a tool of the same name. */
export type KnownTools = ReadonlyMap<string, KnownTool>;

export function knownTools(inventory: ServerInventory[]): KnownTools {
  const known = new Map<string, KnownTool>();
  for (const { serverId, tools } of inventory) {
    for (const { name } of tools) {
      const toolName = String(name);
      if (!known.has(toolName)) known.set(toolName, { serverId, toolName });
    }
  }
  return known;
}

export const MODEL_ID = 'scripted/rules';

/**
 * Plans the turn of `scripted/rules`, by one published rule: it calls every tool whose name stands in the prompt as a
 * word of its own, in the order of their mention, with the JSON object that directly follows the name as arguments, or
 * `{}`. It is not a language model and understands nothing else, which makes its turns free and repeatable.
 */
export function planScriptedTurn<T extends KnownTool>(
  prompt: string,
  tools: ReadonlyMap<string, T>,
): (T & PlannedCall)[] {
  const endOf = objectEnds(prompt);
  const calls: (T & PlannedCall)[] = [];
  let from = 0;
  for (const { index, 0: word } of prompt.matchAll(/[A-Za-z0-9_][A-Za-z0-9_./-]*/g)) {
    // A name inside the arguments of an earlier call is data.
    if (index < from) continue;
    const tool = tools.get(word) ?? tools.get(withoutStops(word));
    if (!tool) continue;
    const found = objectAfter(prompt, index + word.length, endOf);
    calls.push({ ...tool, arguments: found?.value ?? {} });
    from = found?.end ?? index + word.length;
  }
  return calls;
}

/** The final reply of `scripted/rules`, from the results of its calls. */
export function scriptedReply(results: { toolName: string; text: string }[]): string {
  if (results.length === 0) return 'scripted/rules found no tool named in this prompt.';
  return results.map(({ toolName, text }) => `${toolName}: ${text}`).join('\n');
}

function withoutStops(word: string): string {
  let end = word.length;
  while ('./-'.includes(word.charAt(end - 1))) end--;
  return word.slice(0, end);
}

/** The JSON object that starts at `at`, after blanks and an optional `with`, `(`, `:` or `=`. */
function objectAfter(
  text: string,
  at: number,
  endOf: ReturnType<typeof objectEnds>,
): { value: Record<string, unknown>; end: number } | undefined {
  const lead = /^\s*(?:with\b\s*|[(:=]\s*)?(?=\{)/.exec(text.slice(at, at + 32));
  if (!lead) return undefined;
  const start = at + lead[0].length;
  const end = endOf(start);
  if (end === undefined) return undefined;
  try {
    return { value: JSON.parse(text.slice(start, end)) as Record<string, unknown>, end };
  } catch {
    return undefined;
  }
}

/**
 * Finds the brace that closes the one at `start`, and skips strings. Each search remembers the braces that it passed,
 * and a backslash outside of a string, which JSON never has, ends it. So at most two searches read the same text: they
 * differ in which parts they take for strings. A text of only open braces is read in time proportional to its length.
 */
function objectEnds(text: string): (start: number) => number | undefined {
  const ends = new Map<number, number | undefined>();

  const search = (start: number): void => {
    const open: number[] = [];
    let inString = false;
    for (let i = start; i < text.length; i++) {
      const char = text[i];
      if (inString) {
        if (char === '\\') i++;
        else if (char === '"') inString = false;
      } else if (char === '"') inString = true;
      else if (char === '\\') return;
      else if (char === '{') {
        open.push(i);
        ends.set(i, undefined);
      } else if (char === '}') {
        ends.set(open.pop()!, i + 1);
        if (open.length === 0) return;
      }
    }
  };

  return (start) => {
    if (!ends.has(start)) search(start);
    return ends.get(start);
  };
}
