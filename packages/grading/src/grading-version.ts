/**
 * The version of the rules that grade trials and decide runs. It rises with every release in which an unchanged transcript
 * can get another verdict: version 2 counts all tokens that a provider reports, decides nothing by cases without an
 * assertion that decides, and judges schemas that refer to themselves.
 */
export const GRADING_VERSION = 2;
