import { z } from 'zod';
import { declareCall } from './call.ts';
import { CALL_ADDRESSES } from './call-addresses.ts';

/** A version, such as `0.5.5` or `1.0.0-beta.2`. */
export const versionSchema = z
  .string()
  .regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}(-[0-9A-Za-z.-]{1,32})?$/, 'This is no version.');
/** SHA-256 in hexadecimal. */
export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);

export const releaseSchema = z.object({
  version: versionSchema,
  sha256: sha256Schema,
  downloadUrl: z.string(),
  /** Of the disk image, in bytes. */
  size: z.int().nonnegative(),
  date: z.iso.date(),
  notes: z.string(),
  /** A dummy image built by a script for development: neither signed nor a real app. */
  isDevelopment: z.boolean().optional(),
  /** The updater's channel, unless it is the default one for current systems. */
  channel: z.literal('macos-12').optional(),
});
export type Release = z.infer<typeof releaseSchema>;

/** The contents of `releases/<version>.json`. */
export const releaseFileSchema = releaseSchema.omit({ downloadUrl: true });
export type ReleaseFile = z.infer<typeof releaseFileSchema>;

export const listReleases = declareCall({
  ...CALL_ADDRESSES.listReleases,
  summary: 'All releases, the newest first.',
  answer: { kind: 'data', status: 200, data: z.array(releaseSchema) },
  failures: [],
});

export const getLatestRelease = declareCall({
  ...CALL_ADDRESSES.getLatestRelease,
  summary: 'The newest release.',
  answer: { kind: 'data', status: 200, data: releaseSchema },
  failures: ['not-found'],
});

export const getUpdateFeed = declareCall({
  ...CALL_ADDRESSES.getUpdateFeed,
  summary: "The feed of the app's updater.",
  answer: { kind: 'content', contentType: 'text/yaml' },
  failures: ['not-found', 'precondition-failed', 'range-not-satisfiable'],
});

export const getMacos12UpdateFeed = declareCall({
  ...CALL_ADDRESSES.getMacos12UpdateFeed,
  summary: "The feed of the app's updater on macOS 12: the other one while macOS 12 has no line of its own.",
  answer: { kind: 'content', contentType: 'text/yaml' },
  failures: ['not-found', 'precondition-failed', 'range-not-satisfiable'],
});

export const getReleaseFile = declareCall({
  ...CALL_ADDRESSES.getReleaseFile,
  summary: 'A file of a release, whole or in ranges.',
  params: z.object({ name: z.string().min(1).max(200) }),
  answer: { kind: 'content', contentType: 'application/octet-stream' },
  failures: ['not-found', 'precondition-failed', 'range-not-satisfiable'],
});

export const downloadRelease = declareCall({
  ...CALL_ADDRESSES.downloadRelease,
  summary: 'The disk image of a version.',
  params: z.object({ version: versionSchema }),
  answer: { kind: 'content', contentType: 'application/x-apple-diskimage' },
  failures: ['not-found', 'precondition-failed', 'range-not-satisfiable'],
});
