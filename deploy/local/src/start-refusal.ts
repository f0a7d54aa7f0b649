/** A reason not to start that an operator can fix; its message is complete without a stack. */
export class StartRefusal extends Error {
  override readonly name = 'Refusal';
}
