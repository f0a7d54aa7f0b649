import { Problem, reasons } from '@assay/contract/problem';
import { ProviderFailure } from './turn-model.ts';

/** A call whose connection could not be opened, or broke. */
export const brokenConnection = (id: string): ProviderFailure =>
  new ProviderFailure(
    new Problem(
      'SERVER_UNREACHABLE',
      `The provider of the model "${id}" could not be reached, or broke off its answer.`,
    ),
    { again: true },
  );

/** A call that the egress policy or its proxy stopped. A broken proxy may recover, so such a call is tried again. */
export const refusedByEgress = (provider: string, { code, message, details }: Problem): ProviderFailure =>
  new ProviderFailure(new Problem(code, `The provider ${provider} is out of reach. ${message}`, details), {
    again: details?.reason === reasons.EGRESS_PROXY_FAILED,
  });

/** A call whose provider was silent for too long, and whether it may be repeated. */
export const silentProvider = (id: string, ms: number, again: boolean): ProviderFailure =>
  new ProviderFailure(new Problem('TIMEOUT', `The provider of the model "${id}" said nothing for ${ms / 1_000} s.`), {
    again,
  });

/** An answer that was aborted because it was too long. */
export const overlongAnswer = (id: string, maxBytes: number): ProviderFailure =>
  new ProviderFailure(
    new Problem(
      'SERVER_UNREACHABLE',
      `The model "${id}" said more than ${maxBytes.toLocaleString('en-US')} bytes in one answer, and was cut off.`,
    ),
    { again: false },
  );
