import { z } from 'zod';
import { declareCall } from './call.ts';

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
  /** An image that a script builds for development: neither signed nor an app. */
  isDevelopment: z.boolean().optional(),
});
export type Release = z.infer<typeof releaseSchema>;

/** What stands in `releases/<version>.json`. */
export const releaseFileSchema = releaseSchema.omit({ downloadUrl: true });
export type ReleaseFile = z.infer<typeof releaseFileSchema>;

export const listReleases = declareCall({
  method: 'GET',
  path: '/releases',
  summary: 'All releases, the newest first.',
  access: 'anyone',
  answer: { kind: 'data', status: 200, data: z.array(releaseSchema) },
  failures: [],
});

export const getLatestRelease = declareCall({
  method: 'GET',
  path: '/releases/latest',
  summary: 'The newest release.',
  access: 'anyone',
  answer: { kind: 'data', status: 200, data: releaseSchema },
  failures: ['not-found'],
});

export const getUpdateFeed = declareCall({
  method: 'GET',
  path: '/releases/latest-mac.yml',
  summary: "The feed of the app's updater.",
  access: 'anyone',
  answer: { kind: 'content', contentType: 'text/yaml' },
  failures: ['not-found', 'precondition-failed', 'range-not-satisfiable'],
});

export const getReleaseFile = declareCall({
  method: 'GET',
  path: '/releases/files/{name}',
  summary: 'A file of a release, whole or in ranges.',
  access: 'anyone',
  params: z.object({ name: z.string().min(1).max(200) }),
  answer: { kind: 'content', contentType: 'application/octet-stream' },
  failures: ['not-found', 'precondition-failed', 'range-not-satisfiable'],
});

export const downloadRelease = declareCall({
  method: 'GET',
  path: '/download/{version}',
  summary: 'The disk image of a version.',
  access: 'anyone',
  params: z.object({ version: versionSchema }),
  answer: { kind: 'content', contentType: 'application/x-apple-diskimage' },
  failures: ['not-found', 'precondition-failed', 'range-not-satisfiable'],
});
