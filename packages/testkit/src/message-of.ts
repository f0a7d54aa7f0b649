/** A message of the mesh with these fields; every other field has the value of an empty message. */
export const messageOf = <Message>(
  { decode }: { decode(bytes: Uint8Array): Message },
  fields: Partial<Message>,
): Message => ({ ...decode(new Uint8Array()), ...fields });
