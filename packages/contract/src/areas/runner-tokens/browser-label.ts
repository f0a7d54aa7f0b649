/** The label of runners that have a browser; it is not one of the labels that people choose. */
export const BROWSER_LABEL = 'browser';
