import { isIP } from 'node:net';
import type { Cause } from '@assay/contract/areas/diagnosis/cause';
import { addressClassOf, isMetadataName, type AddressClass } from '@assay/egress/address-class';
import { withoutTrailingDot } from '@assay/egress/host-list';
import type { Evidence } from './evidence.ts';
import type { HttpAnswer } from '../transport/answer.ts';

const LOGIN_PATH = /log-?in|sign-?in|sso|saml|authorize|oauth|auth\b/i;
/** Classes of addresses that clouds serve their metadata under. */
const METADATA_CLASSES = new Set<AddressClass>(['metadata', 'link-local']);

/** What a redirect that was not followed means. */
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

/** Why an answer cannot be read. */
export function unreadableCause({ answer, unparsable }: Pick<Evidence, 'answer' | 'unparsable'>): Cause {
  const { body = '', contentType } = answer ?? {};
  if (answer && body.trim() === '') return 'answer_empty';
  if (!unparsable) return isJson(contentType) ? 'answer_off_protocol' : 'answer_wrong_type';
  if (body.includes('\ufffd')) return 'answer_not_utf8';
  return /^\s*[{[]/.test(body) && !/[}\]]\s*$/.test(body) ? 'answer_truncated' : 'answer_not_json';
}

const isJson = (contentType = '') => /^(application\/json|text\/event-stream)/i.test(contentType);
