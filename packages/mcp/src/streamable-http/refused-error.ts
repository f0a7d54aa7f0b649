import { SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import type { EgressAnswer } from '@assay/egress/request';

/** The error of the official client for an HTTP answer that refuses a message; `text` is the body. */
export const refusedError = ({ status }: Pick<EgressAnswer, 'status'>, text: string): SdkHttpError =>
  new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, `The server answered with HTTP status ${status}.`, {
    status,
    statusText: '',
    text,
  });
