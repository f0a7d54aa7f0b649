import { closed, open } from './schema.ts';

/** The empty body of a request. */
export const NoInput = closed({}, { $id: 'NoInput' });
/** The query of a read without options. */
export const NoQuery = open({}, { $id: 'NoQuery' });
