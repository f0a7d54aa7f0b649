import { lintOf, lintOfTools } from './lint-judges.ts';
import { fail, pass, warn } from './requirement.ts';
import { eachTool, ofTools, type SurfaceTool } from './surface-judges.ts';

type Hint = 'readOnlyHint' | 'destructiveHint' | 'openWorldHint';

const hint = ({ annotations }: SurfaceTool, name: Hint): boolean | undefined => {
  const value = (annotations as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'boolean' ? value : undefined;
};

export const toolTitles = lintOfTools('Every tool has a title.', { grade: fail, rules: ['tool-title-missing'] });

export const safetyHints = lintOfTools('Every tool says whether it only reads, and if not, whether it destroys.', {
  grade: fail,
  rules: ['annotations-missing'],
});

export const everyHint = eachTool({
  isFaulty: (tool) =>
    (['readOnlyHint', 'destructiveHint', 'openWorldHint'] as const).some((name) => hint(tool, name) === undefined),
  good: 'Every tool sets all three hints',
  bad: 'leave readOnlyHint, destructiveHint or openWorldHint out.',
  fix: 'Set readOnlyHint, destructiveHint and openWorldHint on each tool, also where the value is the default.',
});

export const honestHints = lintOfTools(
  'No hint contradicts another, or the name of its tool.',
  { grade: fail, rules: ['annotations-contradictory', 'annotations-ill-typed'] },
  { grade: warn, rules: ['annotations-against-name'] },
);

const LONGEST_NAME = 64;
export const shortNames = (grade: 'warn' | 'fail') =>
  eachTool({
    grade,
    isFaulty: ({ name }) => name.length > LONGEST_NAME || !/^[\w.-]+$/.test(name),
    good: `Every name has at most ${LONGEST_NAME} plain characters`,
    bad: `have names of more than ${LONGEST_NAME} characters, or with others than letters, digits, _, - and dot.`,
    fix: `Rename them to at most ${LONGEST_NAME} letters, digits, underscores or hyphens.`,
  });

export const uniqueNames = ofTools((tools) => {
  const [seen, repeated] = [new Set<string>(), new Set<string>()];
  for (const { name } of tools) (seen.has(name) ? repeated : seen).add(name);
  return repeated.size === 0
    ? pass('No two tools share a name.')
    : fail('Tools share a name.', 'Give each tool a name of its own.', [...repeated]);
});

export const toolDescriptions = lintOfTools(
  'Every tool is described.',
  { grade: fail, rules: ['tool-description-missing', 'tool-description-is-name', 'tool-description-placeholder'] },
  { grade: warn, rules: ['tool-description-short'] },
);

export const distinctDescriptions = lintOfTools('No two descriptions are the same.', {
  grade: fail,
  rules: ['tool-descriptions-same'],
});

export const noInstructions = lintOf('No text gives orders to the model or hides anything.', {
  grade: fail,
  rules: ['hidden-characters', 'orders-to-model'],
});

export const noSecrets = lintOf('No text holds a key.', { grade: fail, rules: ['secret-in-declaration'] });

const PRAISE = [
  /\bthe (very )?best\b(?=[^.]{0,60}\b(there is|available|on the market|in the world|of all)\b)/i,
  /\b(the most (powerful|advanced|popular)|world[- ]class|industry[- ]leading|market[- ]leading|number one|amazing|unbeatable)\b/i,
  /\b(instead of|rather than) (any|all|every) other (tool|server|app|plugin|connector)s?\b/i,
  /\balways (call|use|prefer) this\b/i,
];
export const noPromotion = eachTool({
  isFaulty: ({ description }) => PRAISE.some((pattern) => pattern.test(description ?? '')),
  grade: 'warn',
  good: 'No description advertises',
  bad: 'have descriptions that advertise or disparage others.',
  fix: 'Take praise and comparisons out of descriptions; they are read by a model that chooses.',
});

const MONEY =
  /(^|[_\-.])(transfer|send|withdraw|wire|buy|sell|trade|swap|pay)[_\-.](funds?|money|cash|payments?|crypto|coins?|tokens?|stocks?|shares?|assets?|invoices?|balance)([_\-.]|$)|(^|[_\-.])(payout|withdrawal|make[_\-.]payment)([_\-.]|$)/i;
export const noMoney = eachTool({
  isFaulty: ({ name }) => MONEY.test(name.replace(/([a-z])([A-Z])/g, '$1_$2')),
  grade: 'warn',
  good: 'No tool is named after a transfer of money or assets',
  bad: 'are named after a transfer of money or assets.',
  fix: 'Read what the policy says about financial transactions before you submit; such tools may be turned down.',
});

const [SAFE, UNSAFE] = [new Set(['GET', 'HEAD', 'OPTIONS']), new Set(['POST', 'PUT', 'PATCH', 'DELETE'])];

/** The HTTP methods among which a tool's input schema lets its caller choose. */
function methodsOf({ inputSchema }: SurfaceTool): string[] {
  const { properties } = (inputSchema ?? {}) as { properties?: Record<string, { enum?: unknown } | null> };
  const methods = Object.entries(properties ?? {})
    .filter(([name]) => /^(http[_-]?)?(method|verb)$/i.test(name))
    .map(([, schema]) => schema?.enum);
  return methods.flatMap((values) => (Array.isArray(values) ? values.map((value) => String(value).toUpperCase()) : []));
}

export const oneKindOfMethod = eachTool({
  isFaulty: (tool) => {
    const methods = methodsOf(tool);
    return methods.some((method) => SAFE.has(method)) && methods.some((method) => UNSAFE.has(method));
  },
  good: 'No tool takes both safe and unsafe HTTP methods',
  bad: 'let the caller choose between safe and unsafe HTTP methods.',
  fix: 'Make one tool that reads and another one that writes, so that each can be annotated truly.',
});

export const toolSchemas = lintOfTools('Every schema is in order.', {
  grade: fail,
  rules: [
    'input-schema-missing',
    'input-schema-not-object',
    'output-schema-not-object',
    'schema-ill-formed',
    'schema-reference-unknown',
    'schema-pattern-invalid',
  ],
});

export const outputSchemas = lintOfTools('Every tool declares what it answers.', {
  grade: warn,
  rules: ['output-schema-missing'],
});

export const catalogSize = lintOfTools('The catalog is small enough for a model to choose from.', {
  grade: warn,
  rules: ['catalog-many-tools', 'catalog-large', 'tool-large'],
});
