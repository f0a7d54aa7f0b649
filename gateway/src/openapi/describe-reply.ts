import type { TSchema } from 'typebox';

/** The description of a successful answer: its schema's own, or the words of its name. */
export const describeReply = (reply: TSchema): string => {
  const { description, $id = 'Answer' } = reply as { description?: string; $id?: string };
  return description ?? `The ${$id.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()}.`;
};
