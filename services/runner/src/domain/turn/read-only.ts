/** Whether a tool's own declaration says that it changes nothing. */
export const isReadOnly = ({ annotations }: Record<string, unknown>): boolean =>
  (annotations as { readOnlyHint?: unknown } | null | undefined)?.readOnlyHint === true;
