/** The label of runners that may start commands, beside those that people give them. */
export const STDIO_LABEL = 'stdio';
