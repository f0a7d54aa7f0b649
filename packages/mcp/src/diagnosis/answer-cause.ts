import { isIP } from 'node:net';
import type { Cause } from '@assay/contract/areas/diagnosis/cause';
import { addressClassOf, isMetadataName, type AddressClass } from '@assay/egress/address-class';
import { withoutTrailingDot } from '@assay/egress/host-list';
import type { FailureEvidence } from './evidence.ts';
import type { HttpAnswer } from '../transport/answer.ts';

const LOGIN_PATH = /log-?in|sign-?in|sso|saml|authorize|oauth|auth\b/i;
/** Classes of addresses at which clouds serve instance metadata. */
const METADATA_CLASSES = new Set<AddressClass>(['metadata', 'link-local']);

/** The cause of a redirect that was not followed. */
export function redirectCause(url: string, location: string): Cause {
  const target = URL.parse(location, url);
  if (target && holdsMetadata(target.hostname)) return 'redirected_to_metadata';
  return target && LOGIN_PATH.test(`${target.hostname}${target.pathname}`) ? 'login_page' : 'redirected';
}

function holdsMetadata(hostname: string): boolean {
  const bare = withoutTrailingDot(hostname).replace(/^\[|\]$/g, '');
  return isIP(bare) ? METADATA_CLASSES.has(addressClassOf(bare)) : isMetadataName(bare);
}

export const answersWebPage = (answer: HttpAnswer | undefined): boolean =>
  answer !== undefined &&
  (/^text\/html|^application\/xhtml/i.test(answer.contentType ?? '') ||
    /^\s*<(!doctype|html)/i.test(answer.body ?? ''));

/** The cause of an unreadable answer. */
export function unreadableCause({ answer, unparsable }: Pick<FailureEvidence, 'answer' | 'unparsable'>): Cause {
  const { body = '', contentType } = answer ?? {};
  if (answer && body.trim() === '') return 'answer_empty';
  if (!unparsable) return isJson(contentType) ? 'answer_off_protocol' : 'answer_wrong_type';
  if (body.includes('\ufffd')) return 'answer_not_utf8';
  return /^\s*[{[]/.test(body) && !/[}\]]\s*$/.test(body) ? 'answer_truncated' : 'answer_not_json';
}

const isJson = (contentType = '') => /^(application\/json|text\/event-stream)/i.test(contentType);
