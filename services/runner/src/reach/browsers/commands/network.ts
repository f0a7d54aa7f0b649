import { given } from '@assay/contract/given';
import type { Request, Response } from 'playwright-core';
import { MASK } from '@assay/contract/areas/servers/secret-values';
import { namesSecret, redactDocument, redactText } from '@assay/kit/security/redact';
import type { BrowserTab } from '../browser-tab.ts';
import { CommandFault } from '../command-fault.ts';

/** At most this much of an address and of a body is shown, in characters. */
const [MAX_URL, MAX_BODY] = [2_000, 100_000];
/** A larger body is not read, in bytes. */
const MAX_READ = 5_000_000;
const TEXT = /^text\/|json|xml|javascript|urlencoded|csv/i;

/** The newest requests of a page, the oldest first. */
export async function listRequests(tab: BrowserTab): Promise<Record<string, unknown>[]> {
  const requests = await tab.page.requests();
  return requests.map((request) => requestEntry(tab, request));
}

/**
 * One request with its headers, and with the text of its answer as far as the browser still has it.
 * @throws CommandFault when the page does not know the request any more.
 */
export async function readRequest(tab: BrowserTab, requestId: string): Promise<Record<string, unknown>> {
  const request = (await tab.page.requests()).find((each) => tab.requestId(each) === requestId);
  if (!request)
    throw new CommandFault(
      'REQUEST_NOT_FOUND',
      `The page has no request "${requestId}" among its newest 100. Observe with the mode "network" lists them.`,
    );
  const response = request.existingResponse();
  const sent = request.postData();
  return {
    ...redactDocument(requestEntry(tab, request)),
    requestHeaders: shownHeaders(await request.allHeaders()),
    ...(sent !== null && { requestBody: redactText(sent.slice(0, MAX_BODY).toWellFormed()) }),
    ...(response && { responseHeaders: shownHeaders(await response.allHeaders()), ...(await bodyOf(response)) }),
  };
}

function requestEntry(tab: BrowserTab, request: Request): Record<string, unknown> {
  const [response, failure] = [request.existingResponse(), request.failure()];
  return {
    requestId: tab.requestId(request),
    method: request.method(),
    url: request.url().slice(0, MAX_URL),
    type: request.resourceType(),
    ...given({ status: response?.status(), error: failure?.errorText }),
  };
}

async function bodyOf(response: Response): Promise<{ body?: string; note?: string; truncated?: true }> {
  const { 'content-type': type = '', 'content-length': length = '0' } = response.headers();
  if (!TEXT.test(type)) return { note: `The body is not text: ${type || 'of an unknown type'}.` };
  if (Number(length) > MAX_READ) return { note: `The body is too large to be read: ${length} bytes.` };
  try {
    const text = (await response.body()).toString();
    const body = redactText(text.slice(0, MAX_BODY).toWellFormed());
    return { body, ...(text.length > MAX_BODY && { truncated: true }) };
  } catch {
    return { note: 'The browser does not have the body any more.' };
  }
}

const shownHeaders = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, namesSecret(name) ? MASK : redactText(value, MAX_URL)]),
  );
