import type { RegistryInput } from '@assay/contract/areas/registry/documents';
import type { EndpointSetting, ValueTemplate } from './inputs.ts';

/** One way to reach a published server, with the inputs that it needs from the installer. */
export interface ServerEndpoint {
  id: string;
  kind: 'streamable-http' | 'sse' | 'stdio';
  /** The destination: an origin or a package. Undefined when an input decides the origin. */
  destination: string | undefined;
  inputs: RegistryInput[];
  url?: ValueTemplate;
  command?: string;
  args?: CommandArgument[];
  /** The argument that names the package, without a version. */
  packageName?: string;
  headers: EndpointSetting[];
  env: EndpointSetting[];
}

/** Words of a command line; all of them are left out when one has no value. */
export type CommandArgument = ValueTemplate[];
