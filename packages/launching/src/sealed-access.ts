/** The sealed access to the models of a launch, as catalog answers it; empty when no model needs it. */
interface SealedAccess {
  sealedAccess: Uint8Array;
}

/** The access as a row keeps it; null when no model needs it. */
export const storedAccessOf = ({ sealedAccess }: SealedAccess): Buffer | null =>
  sealedAccess.length > 0 ? Buffer.from(sealedAccess) : null;

/** The access as a document keeps it, with the context that it is sealed for; no field when no model needs it. */
export const accessFieldOf = (
  granted: SealedAccess,
  context: string,
): { access?: { sealed: string; context: string } } => {
  const sealed = storedAccessOf(granted)?.toString('base64');
  return sealed === undefined ? {} : { access: { sealed, context } };
};
