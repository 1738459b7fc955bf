/** The programs that claims are tried in. */
export type TriedProgram = 'TextEdit' | 'Safari' | 'Terminal';

/** What a check does on a Mac beside what is under test, and by other ways than that. */
export interface MacSystem {
  /** Opens a program with an empty field in front. */
  open(program: TriedProgram): Promise<void>;
  /** The text in its front window, as the program itself reports it. */
  textIn(program: TriedProgram): Promise<string>;
  /** Presses the left arrow, as if somebody did. */
  pressLeft(times: number): Promise<void>;
  /** Stops a program's processes where they are, and lets them go on. */
  stop(program: TriedProgram): Promise<void>;
  resume(program: TriedProgram): Promise<void>;
  /** Terminal's setting; in force when it is opened the next time. Throws `Unseen` where it can't be changed. */
  setSecureKeyboardEntry(isOn: boolean): Promise<void>;
}
