/** What a release needs of the system it is made on. `systemTools` (system-tools.ts) gives the real ones. */
export interface ReleaseTools {
  /** Paths in the repository that differ from the last commit. */
  changedFiles(): Promise<string[]>;
  /** Writes the version into the app's package and the lockfile. Resolves with what puts back what stood there. */
  setVersion(version: string): Promise<() => Promise<void>>;
  /** Builds the app's code and windows. */
  build(): Promise<void>;
  /** Packs the app for each architecture into a folder, which no one can install: a check. */
  packFolders(): Promise<void>;
  /** undefined if the system can't make disk images, nor sign. */
  readonly images: ImageMaker | undefined;
}

export interface ImageMaker {
  /** Packs, and signs and notarizes with the identities that the environment names. With `isSigned` it rejects if nothing says so. */
  make(version: string, options: { isSigned: boolean }): Promise<AppPackage>;
  signatureOf(app: string): Promise<Signature>;
}

/** Paths of what was made. */
export interface AppPackage {
  app: string;
  /** What users download. */
  image: string;
  /** What installed apps fetch. */
  archive: string;
  /** By which installed apps fetch only what is new in the archive. */
  blockmap: string;
}

/** Only what is notarized opens without a warning. */
export type Signature = 'none' | 'signed' | 'notarized';
