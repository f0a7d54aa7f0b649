/** A reason not to start that an operator can mend; its message is all they need to read. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
