/** The ledger counts money in millionths of a US dollar. */
export const MICROS_PER_USD = 1_000_000;

/** The most that a launch may spend on models: money or tokens. */
export interface SpendingCap {
  usd?: number | undefined;
  tokens?: number | undefined;
}

/** An amount of money as the ledger counts it: to the nearest millionth of a dollar. */
export const microsOf = (usd: number): number => Math.round(usd * MICROS_PER_USD);

/** The limits of the budget that caps a launch. A cap in money is above zero, and the smallest amount is a millionth. */
export const cappedLimits = ({
  usd,
  tokens,
}: SpendingCap): { limitMicros: number | undefined; limitTokens: number | undefined } => ({
  limitMicros: usd === undefined ? undefined : Math.max(1, microsOf(usd)),
  limitTokens: tokens,
});
