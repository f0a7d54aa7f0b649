import { RawReply } from '@assay/kit/rpc/handle';

/** The policy of our pages. `redirect` is the source of another origin to which the answer of a form may redirect. */
export const pagePolicy = (redirect = ''): string =>
  `default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; base-uri 'none'; form-action 'self'${redirect && ` ${redirect}`}; frame-ancestors 'none'`;

/**
 * An HTML answer whose policy allows inline styles, our own fonts and forms to our own origin, and forbids scripts, other
 * loading and framing.
 */
export const htmlAnswer = (page: string, headers: Record<string, string> = {}, status?: number): RawReply =>
  new RawReply(
    page,
    'text/html; charset=utf-8',
    {
      'Content-Security-Policy': pagePolicy(),
      // Without this header, browsers hide the origin of the page that sends the form.
      'Referrer-Policy': 'same-origin',
      ...headers,
    },
    status,
  );
