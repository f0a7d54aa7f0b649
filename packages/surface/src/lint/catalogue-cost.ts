import type { CatalogueCost } from '@assay/contract/areas/diagnosis/lint';
import type { Surface } from '@assay/contract/areas/surfaces/documents';
import { textOf } from '../json.ts';

/** A token has about this many characters of JSON. */
const CHARACTERS_PER_TOKEN = 4;
const MAX_TOOLS = 500;

/** The approximate size of a tool for models, in tokens. */
export const tokensOf = ({ name, description, inputSchema }: Record<string, unknown>): number =>
  tokensIn(textOf({ name, description, inputSchema }));

/** About how many tokens a text has. */
export const tokensIn = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN);

/** The approximate size of all tools, and of each. */
export function catalogueCost({ tools }: Pick<Surface, 'tools'>): CatalogueCost {
  const sizes = tools.map((tool) => ({ name: tool.name, tokens: tokensOf(tool) }));
  return {
    method: `${CHARACTERS_PER_TOKEN} characters per token`,
    tokens: sizes.reduce((sum, { tokens }) => sum + tokens, 0),
    tools: sizes.sort((a, b) => b.tokens - a.tokens).slice(0, MAX_TOOLS),
  };
}
