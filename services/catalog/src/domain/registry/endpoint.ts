import type { RegistryInput } from '@assay/contract/areas/registry/documents';
import type { Setting, Template } from './inputs.ts';

/** One way to reach a published server, with the inputs that it needs from the installer. */
export interface Endpoint {
  id: string;
  kind: 'streamable-http' | 'sse' | 'stdio';
  /** The destination: an origin or a package. Undefined when an input decides the origin. */
  destination: string | undefined;
  inputs: RegistryInput[];
  url?: Template;
  command?: string;
  args?: Argument[];
  /** The argument that names the package, without a version. */
  packageName?: string;
  headers: Setting[];
  env: Setting[];
}

/** Words of a command line; all of them are left out when one has no value. */
export type Argument = Template[];
