import type { RegistryInput } from '@assay/contract/areas/registry/documents';
import type { Setting, Template } from './inputs.ts';

/** One way to reach a published server, with what an installer has to say for it. */
export interface Endpoint {
  id: string;
  kind: 'streamable-http' | 'sse' | 'stdio';
  /** Where it leads: an origin or a package. Undefined while the origin depends on an input. */
  destination: string | undefined;
  inputs: RegistryInput[];
  url?: Template;
  command?: string;
  args?: Argument[];
  /** The word that names the package, without a version. */
  packageName?: string;
  headers: Setting[];
  env: Setting[];
}

/** Words of a command line; left out together when one of them has no value. */
export type Argument = Template[];
