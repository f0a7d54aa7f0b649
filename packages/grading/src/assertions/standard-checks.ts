import type { EvalAssertion, StandardCheckId } from '@assay/contract/areas/cases/assertion';

const warning = { role: 'advisory', severity: 'warn' } as const;

/** The preset of every standard check: it applies to every tool and only warns. A suite may set other limits and roles. */
export const standardChecks: Record<StandardCheckId, EvalAssertion> = {
  'discovery.description': { type: 'toolDescriptionsPresent', minLength: 20, ...warning },
  'discovery.annotations': { type: 'toolAnnotationsPresent', ...warning },
  'discovery.collisions': { type: 'toolNamesUnique', ...warning },
  'discovery.deprecated': { type: 'noDeprecatedToolExposed', ...warning },
  'call.schema': { type: 'toolInputSchemasWellFormed', ...warning },
  'response.schema': { type: 'toolOutputSchemasPresent', ...warning },
  'selection.hops': { type: 'toolCallCountUnder', count: 4, ...warning },
  'call.parameters': { type: 'argumentsMatchToolSchema', ...warning },
  'call.repeated': { type: 'noRepeatedIdenticalCall', ...warning },
  'response.performance': { type: 'toolLatencyUnder', ms: 5_000, ...warning },
  'response.size': { type: 'toolResultSizeUnder', maxBytes: 64_000, ...warning },
  'response.errors': { type: 'noToolErrors', ...warning },
  'response.recovery': { type: 'toolErrorNamesInput', ...warning },
  'response.pagination': { type: 'fullPageHasContinuation', ...warning },
  'userValue.turns': { type: 'turnCountUnder', turns: 6, ...warning },
};
