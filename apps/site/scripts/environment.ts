import { z } from 'zod';

const schema = z.object({
  /** Port the site is served on. */
  SITE_PORT: z.coerce
    .number('must be a port number')
    .int('must be a port number')
    .min(0, 'must be a port number')
    .max(65_535, 'must be a port number')
    .default(3000),
  /** Folder the build is written to and served from; not `build` for builds that must not interfere with each other. */
  SITE_BUILD_DIR: z.string().default('build'),
});

/** Environment of the build, serve and dev scripts, besides the site's configuration. */
export interface SiteEnvironment {
  /** 0: any free port. */
  port: number;
  /** Absolute, or relative to the site's folder. */
  buildFolder: string;
}

/** Parses the scripts' environment. Empty variables count as missing. Throws an Error for the first invalid one. */
export function readSiteEnvironment(environment: NodeJS.ProcessEnv): SiteEnvironment {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const { data, error } = schema.safeParse(given);
  if (data !== undefined) return { port: data.SITE_PORT, buildFolder: data.SITE_BUILD_DIR };
  const [issue] = error.issues;
  throw new Error(`${issue?.path.join('.')} ${issue?.message}.`);
}
