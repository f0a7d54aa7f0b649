/** An argument of a call, or an option of the client, that cannot be sent. Nothing was sent. */
export class InvalidCall extends TypeError {
  override readonly name = 'InvalidCall';
}
