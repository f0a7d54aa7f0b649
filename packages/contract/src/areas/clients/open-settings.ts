import { isObject } from '../../json.ts';

/**
 * The settings of a client whose keys the contract leaves open, as this version understands them: the name of each key,
 * and whether a value of it can be used. A launch refuses other keys and values.
 */
type KnownKeys<T> = { [K in keyof Required<T>]: (value: unknown) => boolean };

const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
const isName = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

/** `mcpProfile.initialize`: what the client says of itself in the handshake. */
export interface ClientHandshake {
  /** Sent as it is; other keys of the protocol, such as `title`, are sent along. */
  clientInfo?: { name: string; version: string };
  /** Over `clientCapabilities`, capability by capability. */
  capabilities?: Record<string, unknown>;
}
export const handshakeKeys: KnownKeys<ClientHandshake> = {
  clientInfo: (value) => isObject(value) && isName(value['name']) && isName(value['version']),
  capabilities: isObject,
};

/** `modelVisibleMcpToolResults`: the parts of tool results that the model sees. A part without a value is shown. */
export interface VisibleResultParts {
  text?: boolean;
  /** `true` also beside texts; without a value only where a result has no text. */
  structuredContent?: boolean;
  images?: boolean;
  audio?: boolean;
  resources?: boolean;
  resourceLinks?: boolean;
}
export const visiblePartKeys: KnownKeys<VisibleResultParts> = {
  text: isBoolean,
  structuredContent: isBoolean,
  images: isBoolean,
  audio: isBoolean,
  resources: isBoolean,
  resourceLinks: isBoolean,
};

/** `mcpToolResultImageRendering`. */
export interface ImageRendering {
  /** `name` (the default) only names an image in the text of its result; `attach` hands it to the model. */
  mode?: 'name' | 'attach';
}
export const imageRenderingKeys: KnownKeys<ImageRendering> = {
  mode: (value) => value === 'name' || value === 'attach',
};
