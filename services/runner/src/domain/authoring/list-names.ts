const MOST = 20;

/** Names in one line, only the first ones when there are many. */
export const listNames = (names: string[]): string =>
  names.length > MOST ? `${names.slice(0, MOST).join(', ')} and ${names.length - MOST} more` : names.join(', ');
