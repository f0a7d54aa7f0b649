/** The label of runners that may start commands; it is not one of the labels that people choose. */
export const STDIO_LABEL = 'stdio';
