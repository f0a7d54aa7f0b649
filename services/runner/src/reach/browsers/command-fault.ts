/** Why a command was not carried out, or not wholly: the words are for people and models. */
export class CommandFault extends Error {
  override readonly name = 'CommandFault';
  readonly code: CommandFaultCode;

  constructor(code: CommandFaultCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Results of commands hold the codes. */
type CommandFaultCode =
  | 'INVALID_COMMAND'
  | 'READ_ONLY'
  | 'HOST_NOT_ALLOWED'
  | 'SCREENSHOTS_NOT_ALLOWED'
  | 'COMMAND_LIMIT'
  | 'TAB_NOT_FOUND'
  | 'TAB_LIMIT'
  | 'DIALOG_OPEN'
  | 'NO_DIALOG'
  | 'NO_HISTORY'
  | 'NAVIGATION_FAILED'
  | 'TARGET_NOT_FOUND'
  | 'TARGET_STALE'
  | 'TARGET_AMBIGUOUS'
  | 'TARGET_NOT_READY'
  | 'TARGET_COVERED'
  | 'OPTION_NOT_FOUND'
  | 'REQUEST_NOT_FOUND'
  | 'TIMEOUT'
  | 'RUNNER_STOPPED'
  | 'BROWSER_GONE'
  | 'COMMAND_FAILED';

export const dialogFault = (): CommandFault =>
  new CommandFault(
    'DIALOG_OPEN',
    'The page shows a dialog. Accept or dismiss it first: until then it answers nothing.',
  );
