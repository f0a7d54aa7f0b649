import type { MatchOptions, MatchOptionsInput } from '@assay/contract/areas/cases/match-options';
import { given } from '@assay/contract/given';

const DEFAULTS: MatchOptions = { toolCallOrder: 'any', extraToolCalls: 'unlimited', arguments: 'partial' };

const ORDERS = { ignore: 'any', superset: 'in-order', strict: 'exact' } as const;

/**
 * Merges layers of match options field by field, a later layer over an earlier one: suite, case, run. Older names are
 * translated. Undefined when no layer sets anything; otherwise every field has a value.
 */
export function layerMatchOptions(...layers: (MatchOptionsInput | undefined)[]): MatchOptions | undefined {
  const fields = layers.filter((layer) => layer !== undefined).map(withCurrentNames);
  const set = fields.reduce((below, above) => ({ ...below, ...above }), {});
  return Object.keys(set).length > 0 ? { ...DEFAULTS, ...set } : undefined;
}

/** Match options with their present names; absent fields stay absent. */
export function withCurrentNames({
  toolCallOrder,
  extraToolCalls,
  maxExtraToolCalls,
  arguments: args,
  argumentMatching,
}: MatchOptionsInput): Partial<MatchOptions> {
  const cap = extraToolCalls ?? (maxExtraToolCalls === null ? 'unlimited' : maxExtraToolCalls);
  const matching = args ?? argumentMatching;
  return {
    ...(toolCallOrder !== undefined && {
      toolCallOrder:
        toolCallOrder in ORDERS
          ? ORDERS[toolCallOrder as keyof typeof ORDERS]
          : (toolCallOrder as MatchOptions['toolCallOrder']),
    }),
    ...given({ extraToolCalls: cap, arguments: matching }),
  };
}
