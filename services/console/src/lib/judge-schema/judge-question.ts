/** A value and the foreign schema that it is held against. */
export interface JudgeQuestion {
  id: number;
  schema: unknown;
  value: unknown;
}

/** A way in which a value does not fit. */
export interface SchemaIssue {
  keyword: string;
  /** Where the keyword stands, as a JSON Pointer into the schema. */
  place: string;
  /** JSON Pointer into the value. */
  pointer: string;
  message: string;
}

/** The issues; or the fault of a schema that cannot be used. */
export interface JudgeAnswer {
  id: number;
  issues?: SchemaIssue[];
  fault?: string;
}
