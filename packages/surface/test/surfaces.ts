import type { Surface } from '@assay/contract/areas/surfaces/documents';
import type { RandomChoices } from './random.ts';
import { mutatedSchema, randomRoot, type JsonSchema } from './schemas.ts';

/** A surface with `part` and otherwise empty. */
export const surfaceOf = (part: Partial<Surface> = {}): Surface => ({
  protocolVersion: '2025-11-25',
  serverInfo: { name: 'printer', version: '1' },
  capabilities: { tools: {} },
  tools: [],
  resources: [],
  resourceTemplates: [],
  prompts: [],
  ...part,
});

/** A random surface of a few tools, resources and prompts. */
export const randomSurface = (choices: RandomChoices): Surface =>
  surfaceOf({
    instructions: choices.pick(['Use it.', 'Do not.']),
    capabilities: { tools: { listChanged: choices.chance(0.5) }, ...(choices.chance(0.5) && { prompts: {} }) },
    tools: Array.from({ length: 1 + choices.below(4) }, (_, i) => ({
      name: `tool_${i}`,
      description: choices.pick(['Prints.', 'Scans.']),
      inputSchema: randomRoot(choices),
      ...(choices.chance(0.5) && { outputSchema: randomRoot(choices) }),
      ...(choices.chance(0.6) && {
        annotations: { readOnlyHint: choices.chance(0.5), destructiveHint: choices.chance(0.5) },
      }),
    })),
    resources: Array.from({ length: choices.below(3) }, (_, i) => ({
      uri: `file:///${i}`,
      name: `r${i}`,
      mimeType: choices.pick(['text/plain', 'text/html']),
    })),
    resourceTemplates: [{ uriTemplate: 'file:///{path}', name: 't' }],
    prompts: [
      {
        name: 'ask',
        arguments: choices.shuffled(['a', 'b', 'c']).map((name) => ({ name, required: choices.chance(0.5) })),
      },
    ],
  });

/** The same surface with all unordered parts shuffled. */
export function shuffledSurface<T>(value: T, choices: RandomChoices, key = ''): T {
  if (Array.isArray(value)) {
    const inner = value.map((item: unknown) => shuffledSurface(item, choices));
    return (['prefixItems'].includes(key) ? inner : choices.shuffled(inner)) as T;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    choices.shuffled(Object.entries(value)).map(([name, inner]) => [name, shuffledSurface(inner, choices, name)]),
  ) as T;
}

/** The surface with a random change in one of its tools. */
export const changedSurface = (surface: Surface, choices: RandomChoices): Surface => {
  const at = choices.below(surface.tools.length);
  return {
    ...surface,
    tools: surface.tools.map((tool, i) =>
      i === at ? { ...tool, inputSchema: mutatedSchema(tool.inputSchema as JsonSchema, choices) } : tool,
    ),
  };
};
