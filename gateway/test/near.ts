import fc from 'fast-check';
import type { JsonValue } from 'fast-check';

/** What of JSON Schema the bodies of our operations use, references included. */
export interface Schema {
  $ref?: string;
  type?: string;
  const?: JsonValue;
  enum?: JsonValue[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  oneOf?: Schema[];
  anyOf?: Schema[];
  then?: Schema;
  else?: Schema;
}

type Near = fc.Arbitrary<JsonValue>;
