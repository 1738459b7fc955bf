/** The programs that claims are tested in. */
export type TestedProgram = 'TextEdit' | 'Safari' | 'Terminal';

/** What a check does on a Mac by other means than the code under test. */
export interface MacSystem {
  /** Opens a program, with the focus in an empty field. */
  open(program: TestedProgram): Promise<void>;
  /** The text in its front window, as the program itself reports it. */
  textIn(program: TestedProgram): Promise<string>;
  /** Presses the left arrow, as a user would. */
  pressLeft(times: number): Promise<void>;
  /** Suspends a program's processes. */
  stop(program: TestedProgram): Promise<void>;
  resume(program: TestedProgram): Promise<void>;
  /** Changes Terminal's setting from its next start on. Throws `Unseen` if it can't be changed. */
  setSecureKeyboardEntry(isOn: boolean): Promise<void>;
}
