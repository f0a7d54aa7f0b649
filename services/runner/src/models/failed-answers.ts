import { Problem, reasons } from '@assay/contract/problem';
import { ProviderFailure } from '../turn/turn-model.ts';

/** A call whose connection did not come about, or was cut. */
export const brokenOff = (id: string): ProviderFailure =>
  new ProviderFailure(
    new Problem(
      'SERVER_UNREACHABLE',
      `The provider of the model "${id}" could not be reached, or broke off its answer.`,
    ),
    { again: true },
  );

/** A call that never left the house: its address is one that nobody goes to, or the proxy is out of order, which may pass. */
export const notLetOut = (provider: string, { code, message, details }: Problem): ProviderFailure =>
  new ProviderFailure(new Problem(code, `The provider ${provider} is out of reach. ${message}`, details), {
    again: details?.reason === reasons.EGRESS_PROXY_FAILED,
  });

/** A call whose provider said nothing for too long. */
export const silentProvider = (id: string, ms: number): ProviderFailure =>
  new ProviderFailure(new Problem('TIMEOUT', `The provider of the model "${id}" said nothing for ${ms / 1_000} s.`), {
    again: true,
  });

/** An answer that was given up because it went on and on. */
export const overlongAnswer = (id: string, maxBytes: number): ProviderFailure =>
  new ProviderFailure(
    new Problem(
      'SERVER_UNREACHABLE',
      `The model "${id}" said more than ${maxBytes.toLocaleString('en-US')} bytes in one answer, and was not heard to its end.`,
    ),
    { again: false },
  );
