import { faultProblem } from '@assay/contract/fault';
import { invalid, unavailable, type Problem } from '@assay/contract/problem';

/** Catalog's answer about one model. */
export interface GrantedModel {
  /** As requested. */
  asked: string;
  /** `provider/name`; empty when it cannot be used. */
  id: string;
  /** Why it cannot be used, for people. */
  fault: string;
  /** Alternatives. */
  hostedModels: string[];
}

/** Catalog's answer about the models of a launch. */
export interface ModelGrants {
  grants: readonly GrantedModel[];
}

/**
 * Catalog's answer about the models that a launch asked for.
 * @throws UNAVAILABLE while an older catalog is replaced, which answers nothing about models.
 */
export function answeredGrants<T extends ModelGrants>({ granted }: { granted?: T | undefined }): T {
  if (!granted) throw unavailable('The platform is being updated: launch again in a moment.');
  return granted;
}

/** Where a launch got the name of a model from. */
export interface ModelOrigin {
  /** A JSON pointer to the field that names it; absent when the request does not. */
  path?: string;
  /** The part of the launch that takes it, such as `the case "sums"`. */
  holder?: string;
  /** Further details of the refusal. */
  details?: Record<string, unknown>;
}

/** The id of a model that can be used; undefined for another one. */
export const grantedModelId = (granted: ModelGrants, asked: string | null): string | undefined =>
  grantOf(granted, asked)?.id || undefined;

/** Why a model cannot be used: the rest of a sentence about it. */
export const modelFault = (granted: ModelGrants, asked: string): string =>
  grantOf(granted, asked)?.fault || 'cannot be used';

/** The models that catalog names in place of one that cannot be used. */
export const alternativesTo = (granted: ModelGrants, asked: string): string[] =>
  grantOf(granted, asked)?.hostedModels ?? [];

/**
 * The id of a model that a launch asks for.
 * @throws VALIDATION_ERROR with the alternatives when it cannot be used.
 */
export function usableModel(granted: ModelGrants, asked: string, origin: ModelOrigin = {}): string {
  const id = grantedModelId(granted, asked);
  if (id === undefined) throw unusableModelProblem(granted, asked, origin);
  return id;
}

function unusableModelProblem(granted: ModelGrants, asked: string, { path, holder, details }: ModelOrigin): Problem {
  const taken = holder === undefined ? '' : `, which ${holder} takes,`;
  const message = `"${asked}"${taken} ${modelFault(granted, asked)}`;
  const all = { model: asked, hostedModels: alternativesTo(granted, asked), ...details };
  return path === undefined ? invalid(`The model ${message}.`, all) : faultProblem({ path, message }, all);
}

const grantOf = ({ grants }: ModelGrants, asked: string | null): GrantedModel | undefined =>
  grants.find((grant) => grant.asked === asked);
