/** Whether a tool declares that it changes nothing. */
export const isReadOnly = ({ annotations }: Record<string, unknown>): boolean =>
  (annotations as { readOnlyHint?: unknown } | null | undefined)?.readOnlyHint === true;
