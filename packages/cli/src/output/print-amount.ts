/** An amount of money or tokens, such as `$0.42` or `120000 tokens`. */
export const printAmount = ({ usd, tokens }: { usd?: number | null; tokens?: number | null }): string =>
  usd === undefined || usd === null
    ? `${tokens ?? 0} tokens`
    : `$${usd < 0.01 && usd > 0 ? usd.toPrecision(2) : usd.toFixed(2)}`;
