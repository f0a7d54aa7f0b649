import { openSignedToken, signToken } from '@assay/kit/security/signed-token';

/**
 * The purpose of a link of a study: for every person who has it, or for one member. It is dead once the study's link version differs.
 */
export interface StudyLink {
  kind: 'study' | 'member';
  /** The id of the study or of the member. */
  id: string;
  linkVersion: number;
}

const SCOPE = { purpose: 'study-links' };
const SHAPE = /^(study|member) ([!-~]{1,128}) ([0-9]{1,9})$/;

/** The secret part of a link's path: base64url, at most 128 characters. It is always the same for a link. */
export const linkTokenOf = (meshSecret: string, { kind, id, linkVersion }: StudyLink): string =>
  signToken(meshSecret, SCOPE, Buffer.from(`${kind} ${id} ${linkVersion}`)).toString('base64url');

/** The link of a token; undefined when the token is forged or no token at all. */
export function linkOfToken(meshSecret: string, token: string): StudyLink | undefined {
  const body = openSignedToken(meshSecret, SCOPE, Buffer.from(token, 'base64url'));
  const [, kind, id, linkVersion] = SHAPE.exec(body?.toString() ?? '') ?? [];
  return id === undefined ? undefined : { kind: kind as StudyLink['kind'], id, linkVersion: Number(linkVersion) };
}

/** The path of a link at the base URL of the installation. */
export const linkPathOf = (token: string): string => `/studies/${token}`;
