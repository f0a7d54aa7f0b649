import { closed, open } from './schema.ts';

/** The body of a request that says nothing. */
export const NoInput = closed({}, { $id: 'NoInput' });
/** The query of a read without options. */
export const NoQuery = open({}, { $id: 'NoQuery' });
