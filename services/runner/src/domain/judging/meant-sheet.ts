import { isObject } from '@assay/contract/json';

type Fields = Record<string, unknown>;

/** Other names that models give to the fields of a sheet or of a criterion. */
const NAMES: Record<string, string> = {
  reasoning: 'reason',
  explanation: 'reason',
  rationale: 'reason',
  unsupported_claims: 'unsupportedClaims',
  passed: 'met',
  pass: 'met',
  satisfied: 'met',
};
const WRAPPERS = ['answer', 'result', 'sheet', 'judgement', 'judgment', 'evaluation', 'output'];
const YES = new Set(['yes', 'true', 'met', 'pass', 'passed']);
const NO = new Set(['no', 'false', 'not met', 'unmet', 'fail', 'failed']);

/**
 * A judge's answer in the shape that was asked for, where models give the same in another form. A value that could mean
 * several things stays as it is, and the sheet is then refused: a score of 90 is no percentage for sure.
 */
export function meantSheet(given: unknown): unknown {
  const value = Array.isArray(given) && given.length === 1 ? (given[0] as unknown) : given;
  if (!isObject(value)) return value;
  const keys = Object.keys(value);
  if (keys.length === 1 && WRAPPERS.includes(keys[0]!)) return meantSheet(value[keys[0]!]);
  const { reason, criteria, claims, unsupportedClaims = [], score } = named(value);
  return {
    reason,
    criteria: criteriaOf(criteria),
    claims: Array.isArray(claims) ? claims.length : claims,
    unsupportedClaims: Array.isArray(unsupportedClaims) ? unsupportedClaims.map(claimText) : unsupportedClaims,
    score: scoreOf(score),
  };
}

/** The fields under the names that were asked for; a field of the right name wins. */
const named = (value: Fields): Fields => ({
  ...Object.fromEntries(Object.entries(value).map(([name, each]) => [NAMES[name] ?? name, each])),
  ...value,
});

/** A list of criteria, also from an object of decisions by id; a decision needs no reason. */
function criteriaOf(criteria: unknown): unknown {
  if (criteria === undefined || criteria === null) return [];
  const list = isObject(criteria)
    ? Object.entries(criteria).map(([id, each]) => (isObject(each) ? { id, ...each } : { id, met: each }))
    : criteria;
  if (!Array.isArray(list)) return list;
  return list.map((each: unknown) => {
    if (!isObject(each)) return each;
    const { id, reason = '', met } = named(each);
    return { id, reason, met: decisionOf(met) };
  });
}

function decisionOf(met: unknown): unknown {
  if (typeof met !== 'string') return met;
  const word = met.trim().toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : met;
}

const claimText = (claim: unknown): unknown =>
  isObject(claim) ? (claim.claim ?? claim.text ?? claim.statement) : claim;

/** At most this many characters of a score are read. */
const MAX_SCORE = 50;

/** A number as text, with a percent sign, or out of a whole that is named. */
function scoreOf(score: unknown): unknown {
  if (typeof score !== 'string' || score.length > MAX_SCORE) return score;
  const compact = score.replaceAll(/\s/g, '');
  const parts = /^(\d+(?:\.\d+)?)(?:(%)|(?:\/|outof)(\d+(?:\.\d+)?))?$/.exec(compact);
  if (!parts) return score;
  const [, number, percent, whole] = parts;
  return Number(number) / (percent ? 100 : Number(whole ?? 1));
}
