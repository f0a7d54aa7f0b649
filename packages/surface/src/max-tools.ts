/** Surfaces with more tools are not analysed: no model can choose among them, and analyses take too long. */
export const MAX_TOOLS = 10_000;
