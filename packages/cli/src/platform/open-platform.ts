import type { AssayClient } from '@assay/sdk';
import type { ChosenPlatform } from './choose-platform.ts';
import type { Transport } from './transport.ts';

/** The platform that a command calls. */
export interface OpenPlatform {
  /** Its address, without a slash at its end. */
  url: string;
  /** Where the address, the credential and the project come from. */
  chosen: ChosenPlatform;
  transport: Transport;
  /** The client of the command; Ctrl-C ends its calls. */
  assay: AssayClient;
  /** A client whose calls Ctrl-C does not end, for tidying up. */
  uninterrupted: AssayClient;
  /** The value of the header `Authorization`, for requests that are no operations. */
  authorization(): Promise<string>;
  /** The id of the project that the command works in, looked up once; the oldest one where none is chosen. */
  projectId(): Promise<string>;
}
