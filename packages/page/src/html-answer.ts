import { Raw } from '@assay/kit/rpc/handle';

/** A page of ours: styled by itself, unable to load or run anything or to be framed, and with forms only for ourselves. */
export const htmlAnswer = (page: string, headers: Record<string, string> = {}, status?: number): Raw =>
  new Raw(
    page,
    'text/html; charset=utf-8',
    {
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      // Without it browsers keep from us that it is our own page whose form is sent.
      'Referrer-Policy': 'same-origin',
      ...headers,
    },
    status,
  );
