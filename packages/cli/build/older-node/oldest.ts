/** The first Node.js with all that the libraries of the command need. */
export const OLDEST_NODE = '20.18.1';
