import { hash } from 'node:crypto';
import { canonicalJson } from '@assay/contract/canonical';
import type { FindingTarget } from '@assay/contract/areas/analysis/insights';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { given } from '@assay/contract/given';
import { redactDocument, redactText } from '@assay/kit/security/redact';
import { declaredTools } from '../assertions/declarations.ts';
import type { FindingCandidate } from './find.ts';

/** The length of a description, and of a schema, that is shown, in characters. */
const [DESCRIPTION, SCHEMA] = [1_000, 2_000];

/**
 * The tool of a finding, with its declaration where a trial recorded it; undefined for a finding about no tool, or when
 * the tool's server is unknown.
 */
export function targetOf(
  { pattern: { surface }, toolName }: FindingCandidate,
  seen: Transcript | undefined,
  serverIds: readonly string[],
): FindingTarget | undefined {
  if (!surface || toolName === undefined) return undefined;
  const declared = declaredTools(seen?.inventory ?? []).find(({ name }) => name === toolName);
  const calledAt = seen?.toolCalls.find(
    (call) => call.toolName === toolName && serverIds.includes(call.serverId),
  )?.serverId;
  const serverId = declared?.serverId ?? calledAt ?? (serverIds.length === 1 ? serverIds[0] : undefined);
  if (serverId === undefined) return undefined;
  return {
    serverId,
    toolName,
    surface,
    snapshotHash: hash('sha256', canonicalJson(declared?.declaration ?? null)),
    ...(declared && { currentDefinition: definitionOf(declared.declaration) }),
  };
}

function definitionOf({
  description,
  inputSchema,
  outputSchema,
}: Record<string, unknown>): NonNullable<FindingTarget['currentDefinition']> {
  const schema = (value: unknown) => (value === undefined ? undefined : JSON.stringify(redactDocument(value)));
  const [said, input, output] = [
    typeof description === 'string' ? redactText(description) : undefined,
    schema(inputSchema),
    schema(outputSchema),
  ];
  return {
    ...given({
      description: said?.slice(0, DESCRIPTION),
      inputSchemaJson: input?.slice(0, SCHEMA),
      outputSchemaJson: output?.slice(0, SCHEMA),
    }),
    truncated: (said?.length ?? 0) > DESCRIPTION || [input, output].some((text) => (text?.length ?? 0) > SCHEMA),
  };
}
