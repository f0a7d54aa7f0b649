/** A tool that the rules may call. */
export interface KnownTool { serverId: string; toolName: string }
export interface PlannedCall extends KnownTool { arguments: Record<string, unknown> }

export const MODEL_ID = 'scripted/rules';

/**
 * The turn that `scripted/rules` takes, by one published rule: it calls every tool whose name stands in the prompt as a
 * word of its own, in the order of their mention, with the JSON object that directly follows the name as arguments, or
 * `{}`. It is no language model and understands nothing else, which makes its turns free and repeatable.
 */
export function planTurn(prompt: string, tools: KnownTool[]): PlannedCall[] {
  const byName = new Map<string, KnownTool>();
  for (const tool of tools) if (!byName.has(tool.toolName)) byName.set(tool.toolName, tool);
  const calls: PlannedCall[] = [];
  let from = 0;
  for (const { index, 0: word } of prompt.matchAll(/[A-Za-z0-9_][A-Za-z0-9_./-]*/g)) {
    // A name inside an earlier call's arguments is data.
    if (index < from) continue;
    const tool = byName.get(word) ?? byName.get(word.replace(/[./-]+$/, ''));
    if (!tool) continue;
    const found = objectAfter(prompt, index + word.length);
    calls.push({ ...tool, arguments: found?.value ?? {} });
    from = found?.end ?? index + word.length;
  }
  return calls;
}

/** What `scripted/rules` says once its calls are answered. */
export function reply(results: { toolName: string; text: string }[]): string {
  if (results.length === 0) return 'scripted/rules found no tool named in this prompt.';
  return results.map(({ toolName, text }) => `${toolName}: ${text}`).join('\n');
}

/** The JSON object that starts at `at`, after blanks and an optional `with`, `(`, `:` or `=`. */
function objectAfter(text: string, at: number): { value: Record<string, unknown>; end: number } | undefined {
  const lead = /^\s*(?:with|[(:=])?\s*(?=\{)/.exec(text.slice(at, at + 32));
  if (!lead) return undefined;
  const start = at + lead[0].length;
  const end = endOfObject(text, start);
  if (end === undefined) return undefined;
  try {
    return { value: JSON.parse(text.slice(start, end)) as Record<string, unknown>, end };
  } catch {
    return undefined;
  }
}

/** Where the braces that open at `start` are balanced again, strings read as strings. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let i = start; i < text.length; i++) {
    const char = text[i];
    if (inString) {
      if (char === '\\') i++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{') depth++;
    else if (char === '}' && --depth === 0) return i + 1;
  }
  return undefined;
}
