import { z } from 'zod';

const schema = z.object({
  /** Where the site is served. */
  SITE_PORT: z.coerce
    .number('must be a port number')
    .int('must be a port number')
    .min(0, 'must be a port number')
    .max(65_535, 'must be a port number')
    .default(3000),
  /** Where the build goes and is served from; other than `build` for builds that must not disturb each other. */
  SITE_BUILD_DIR: z.string().default('build'),
});

/** What building, serving and developing read besides the site's configuration. */
export interface SiteEnvironment {
  /** 0 takes any free one. */
  port: number;
  /** A folder, relative to the site's own unless it is absolute. */
  buildFolder: string;
}

/** Reads the variables of the site's scripts; an empty one counts as missing. Throws an Error that names what is wrong. */
export function readSiteEnvironment(environment: NodeJS.ProcessEnv): SiteEnvironment {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const { data, error } = schema.safeParse(given);
  if (data !== undefined) return { port: data.SITE_PORT, buildFolder: data.SITE_BUILD_DIR };
  const [issue] = error.issues;
  throw new Error(`${issue?.path.join('.')} ${issue?.message}.`);
}
