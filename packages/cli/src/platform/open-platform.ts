import type { AssayClient } from '@assay/sdk';
import type { ChosenPlatform } from './choose-platform.ts';
import type { Transport } from './transport.ts';

/** A project of a platform, as the steps of a command use it. */
export interface ProjectPlatform {
  /** The address of the platform, without a slash at its end. */
  url: string;
  /** The client of the command; Ctrl-C ends its calls. */
  assay: AssayClient;
  /** A client whose calls Ctrl-C does not end, for tidying up. */
  uninterrupted: AssayClient;
  /** The id of the project that the command works in, looked up once; the oldest one where none is chosen. */
  projectId(): Promise<string>;
}

/** The platform that a command calls. */
export interface OpenPlatform extends ProjectPlatform {
  /** Where the address, the credential and the project come from. */
  chosen: ChosenPlatform;
  transport: Transport;
  /** The value of the header `Authorization`, for requests that are no operations. */
  authorization(): Promise<string>;
}
