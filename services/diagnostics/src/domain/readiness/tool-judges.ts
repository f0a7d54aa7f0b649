import { eachTool, ofTools, type Tool } from './surface-judges.ts';
import { fail, pass, warn } from './requirement.ts';

type Hint = 'readOnlyHint' | 'destructiveHint' | 'openWorldHint';

const annotations = (tool: Tool): Record<string, unknown> => (tool.annotations ?? {}) as Record<string, unknown>;
const hint = (tool: Tool, name: Hint): boolean | undefined => (typeof annotations(tool)[name] === 'boolean' ? annotations(tool)[name] as boolean : undefined);
const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

export const titles = eachTool({
  isFaulty: (tool) => text(tool.title) === '' && text(annotations(tool)['title']) === '',
  good: 'Every tool has a title', bad: 'lack a title.', fix: 'Give each tool a `title` that people read.',
});

export const safetyHints = eachTool({
  isFaulty: (tool) => hint(tool, 'readOnlyHint') === undefined && hint(tool, 'destructiveHint') === undefined,
  good: 'Every tool says whether it only reads or destroys', bad: 'have neither readOnlyHint nor destructiveHint.',
  fix: 'Set `readOnlyHint: true` on tools that only read, and `destructiveHint` on the others.',
});

export const everyHint = eachTool({
  isFaulty: (tool) => (['readOnlyHint', 'destructiveHint', 'openWorldHint'] as const).some((name) => hint(tool, name) === undefined),
  good: 'Every tool sets all three hints', bad: 'leave readOnlyHint, destructiveHint or openWorldHint out.',
  fix: 'Set readOnlyHint, destructiveHint and openWorldHint on each tool, also where the value is the default.',
});

const WRITING = /(^|[_\-.])(create|add|update|edit|set|delete|remove|drop|purge|send|post|publish|write|upload|move|rename|cancel|archive|merge|transfer|pay)([_\-.]|$)/i;
const spaced = (name: string) => name.replace(/([a-z])([A-Z])/g, '$1_$2');

export const honestHints = ofTools((tools) => {
  const contradictory = tools.filter((tool) => hint(tool, 'readOnlyHint') === true && hint(tool, 'destructiveHint') === true).map(({ name }) => name);
  if (contradictory.length > 0) return fail('Tools claim to only read and to destroy.', 'A tool that only reads destroys nothing: drop one of the two hints.', contradictory);
  const doubtful = tools.filter((tool) => hint(tool, 'readOnlyHint') === true && WRITING.test(spaced(tool.name))).map(({ name }) => name);
  if (doubtful.length > 0) return warn('Tools are named after a change and claim to only read.', 'Check what these tools do; set `readOnlyHint: false` where they change anything.', doubtful);
  return pass('No hint contradicts another, or the name of its tool.');
});

const LONGEST_NAME = 64;
export const shortNames = eachTool({
  isFaulty: ({ name }) => name.length > LONGEST_NAME || !/^[\w.-]+$/.test(name),
  good: `Every name has at most ${LONGEST_NAME} plain characters`, bad: `have names of more than ${LONGEST_NAME} characters, or with others than letters, digits, _, - and dot.`,
  fix: `Rename them to at most ${LONGEST_NAME} letters, digits, underscores or hyphens.`,
});

export const uniqueNames = ofTools((tools) => {
  const repeated = tools.map(({ name }) => name).filter((name, i, names) => names.indexOf(name) !== i);
  return repeated.length === 0 ? pass('No two tools share a name.') : fail('Tools share a name.', 'Give each tool a name of its own.', [...new Set(repeated)]);
});

export const descriptions = eachTool({
  isFaulty: ({ description }) => text(description).length < 10,
  good: 'Every tool is described', bad: 'have no description, or one that says next to nothing.',
  fix: 'Say in a sentence or two what the tool does and when it is the right one.',
});

export const distinctDescriptions = ofTools((tools) => {
  const seen = Map.groupBy(tools.filter(({ description }) => text(description) !== ''), ({ description }) => text(description).toLowerCase());
  const same = [...seen.values()].filter(({ length }) => length > 1).flat().map(({ name }) => name);
  return same.length === 0 ? pass('No two descriptions are the same.') : fail('Tools have the same description.', 'Say how each of them differs from the others.', same);
});

const INJECTION = [
  /\b(ignore|disregard|forget|override)\b.{0,40}\b(previous|prior|above|other|system|all)\b.{0,30}\b(instruction|prompt|rule|message|tool)/i,
  /<\/?(system|important|instructions?|secret)>/i,
  /\bdo not (tell|mention|reveal|inform|show)\b.{0,40}\b(user|human|anyone)/i,
  /\b(always|you must) (call|use|invoke|run|prefer) (this|me)\b/i,
  /\b(instead of|before|rather than) (any|all|every) other (tool|server|app|connector)/i,
  /\bsystem prompt\b/i,
];
/** Zero-width characters, direction overrides and the tag block: text that people do not see and models read. */
const HIDDEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/u;

/** Every text of a tool that a model reads. */
const wording = (tool: Tool): string => `${text(tool.description)}\n${JSON.stringify(tool.inputSchema ?? {})}`;

export const noInstructions = eachTool({
  isFaulty: (tool) => HIDDEN.test(wording(tool)) || INJECTION.some((pattern) => pattern.test(wording(tool))),
  good: 'No description instructs the model beyond its tool', bad: 'have descriptions that read like instructions to the model, or that hold hidden characters.',
  fix: 'Describe what the tool does; leave out what the model should ignore, hide, or prefer, and every invisible character.',
});

const PRAISE = /\b(best|the most (powerful|advanced|popular)|world[- ]class|leading|#1|number one|amazing|unbeatable)\b/i;
export const noPromotion = eachTool({
  isFaulty: ({ description }) => PRAISE.test(text(description)), grade: 'warn',
  good: 'No description advertises', bad: 'have descriptions that advertise.', fix: 'Take praise out of descriptions; they are read by a model that chooses.',
});

const MONEY = /(^|[_\-.])(transfer|withdraw|pay|payout|wire|buy|sell|trade|swap)([_\-.]|$)/i;
export const noMoney = eachTool({
  isFaulty: ({ name }) => MONEY.test(spaced(name)), grade: 'warn',
  good: 'No tool is named after a transfer of money or assets', bad: 'are named after a transfer of money or assets.',
  fix: 'Read what the policy says about financial transactions before you submit; such tools may be turned down.',
});

export const objectSchemas = eachTool({
  isFaulty: ({ inputSchema }) => inputSchema?.['type'] !== 'object',
  good: 'Every input schema describes an object', bad: 'have an input schema that describes no object.', fix: 'Let `inputSchema` be a JSON Schema with `type: "object"`.',
});

export const outputSchemas = eachTool({
  isFaulty: ({ outputSchema }) => outputSchema === undefined, grade: 'warn',
  good: 'Every tool declares what it answers', bad: 'declare no output schema.', fix: 'Declare `outputSchema`, and answer with `structuredContent` that fits it.',
});

const MANY_TOOLS = 40;
export const catalogSize = ofTools((tools) =>
  (tools.length <= MANY_TOOLS ? pass(`${tools.length} tools.`) : warn(`${tools.length} tools compete for the model's attention.`, `Offer at most ${MANY_TOOLS} tools, or split the server.`)));
