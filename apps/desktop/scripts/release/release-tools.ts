/** What a release needs from the system it is made on. `systemTools` (system-tools.ts) is the real implementation. */
export interface ReleaseTools {
  /** Resolves with the paths that differ from the last commit. */
  changedFiles(): Promise<string[]>;
  /** Writes the version into the app's package and the lockfile. Resolves with a function that restores both. */
  setVersion(version: string): Promise<() => Promise<void>>;
  /** Builds the app's code and windows. */
  build(): Promise<void>;
  /** Packs the app for each architecture into a folder that can't be installed: a check. */
  packFolders(): Promise<void>;
  /** undefined if the system can neither make disk images nor sign. */
  readonly images: ImageMaker | undefined;
}

export interface ImageMaker {
  /** Packs, signs and notarizes with the environment's credentials. With `isSigned` it rejects if there are none. */
  make(version: string, options: { isSigned: boolean }): Promise<AppPackage>;
  signatureOf(app: string): Promise<Signature>;
}

/** Paths of a packed app. */
export interface AppPackage {
  app: string;
  /** The disk image that users download. */
  image: string;
  /** The archive that installed apps fetch. */
  archive: string;
  /** Lets installed apps fetch only the changed parts of the archive. */
  blockmap: string;
}

/** Only a notarized app opens without a warning. */
export type Signature = 'none' | 'signed' | 'notarized';
